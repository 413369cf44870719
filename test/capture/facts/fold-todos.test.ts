import { describe, expect, test } from "vitest";
import { foldTodos, isTodoFact } from "../../../src/capture/facts/fold-todos.ts";
import type { ToolFact } from "../../../src/kernel/agent/tool-fact.ts";
import type { Capture } from "../../../src/kernel/capture.ts";

type Todo = Capture["todos"][number];

const todo = (content: string, task?: string, status: Todo["status"] = "pending"): Todo =>
  task === undefined ? { content, status } : { content, status, task };
/** A todo that a call created and that has no other id yet. */
const made = (content: string, call: string, status?: Todo["status"]): Todo => ({
  ...todo(content, call, status),
  call,
});

test.each<[ToolFact, boolean]>([
  [{ type: "todo_list", todos: [] }, true],
  [{ type: "task_added", call: "c", content: "a" }, true],
  [{ type: "task_named", call: "c", task: "1" }, true],
  [{ type: "task_changed", task: "1" }, true],
  [{ type: "file_read", path: "a" }, false],
  [{ type: "question", call: "c", text: "a" }, false],
])("%j concerns the todos: %s", (fact, expected) => {
  expect(isTodoFact(fact)).toBe(expected);
});

test("a whole list takes the place of the one before, within its bounds", () => {
  const todos: Todo[] = [todo(" parse it "), todo("write it", undefined, "completed")];
  expect(foldTodos([todo("draw it")], { type: "todo_list", todos })).toEqual([
    todo("parse it"),
    todo("write it", undefined, "completed"),
  ]);
});

describe("a task that is added", () => {
  test("is pending, and known by its call", () => {
    const fact = { type: "task_added", call: "c1", content: "Parse it" } as const;
    expect(foldTodos([todo("draw it")], fact)).toEqual([todo("draw it"), made("Parse it", "c1")]);
  });

  test("makes one task however often its call is seen", () => {
    const fact = { type: "task_added", call: "c1", content: "Parse it" } as const;
    const once = foldTodos([todo("draw it")], fact);
    const named = foldTodos(once, { type: "task_named", call: "c1", task: "7" });
    const done = foldTodos(named, { type: "task_changed", task: "7", status: "completed" });
    for (const known of [once, named, done]) expect(foldTodos(known, fact)).toEqual(known);
  });

  test("is another one than those that other calls made, done or open", () => {
    const known = [made("Run the tests", "c1", "completed"), made("Draw it", "c2")];
    const again = ["Run the tests", "Draw it"].reduce<Todo[]>(
      (todos, content, i) => foldTodos(todos, { type: "task_added", call: `c${i + 3}`, content }),
      known,
    );
    expect(again).toEqual([...known, made("Run the tests", "c3"), made("Draw it", "c4")]);
  });

  test("is the open todo of the same words whose origin is not known", () => {
    const known = [todo("parse it", undefined, "completed"), todo("parse it", undefined, "in_progress")];
    expect(foldTodos(known, { type: "task_added", call: "c1", content: "**Parse** it" })).toEqual([
      todo("parse it", undefined, "completed"),
      made("parse it", "c1", "in_progress"),
    ]);
  });

  test("leaves a task its id that was captured without its call", () => {
    const fact = { type: "task_added", call: "c1", content: "Parse it" } as const;
    expect(foldTodos([todo("Parse it", "7")], fact)).toEqual([{ ...todo("Parse it", "7"), call: "c1" }]);
  });

  test("is known by at most two hundred characters of its call", () => {
    const fact = { type: "task_added", call: "c".repeat(201), content: "Parse it" } as const;
    expect(foldTodos([], fact)).toEqual([made("Parse it", "c".repeat(200))]);
  });
});

test("a task that is named is known by its id from then on, and no other is", () => {
  const todos = [todo("parse it", "c1"), todo("draw it", "c2"), todo("test it")];
  expect(foldTodos(todos, { type: "task_named", call: "c1", task: "7" })).toEqual([
    todo("parse it", "7"),
    todo("draw it", "c2"),
    todo("test it"),
  ]);
});

describe("a task that is changed", () => {
  const todos = [todo("parse it", "1"), todo("draw it", "2")];

  test.each<[Partial<Extract<ToolFact, { type: "task_changed" }>>, Todo[]]>([
    [{ status: "completed" }, [todo("parse it", "1", "completed")]],
    [{ content: " read it " }, [todo("read it", "1")]],
    [{ status: "in_progress", content: "read it" }, [todo("read it", "1", "in_progress")]],
    [{ status: "deleted" }, []],
    [{}, [todo("parse it", "1")]],
  ])("by %j", (change, expected) => {
    const fact = { type: "task_changed", task: "1", ...change } as const;
    expect(foldTodos(todos, fact)).toEqual([...expected, todo("draw it", "2")]);
  });

  test("but is not known changes none", () => {
    expect(foldTodos(todos, { type: "task_changed", task: "3", status: "deleted" })).toEqual(todos);
  });
});
