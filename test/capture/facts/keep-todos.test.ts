import { describe, expect, test } from "vitest";
import { keepTodos, mergeWrittenTodos, todoKey } from "../../../src/capture/facts/keep-todos.ts";

const todo = (content: string, status: "pending" | "in_progress" | "completed" = "pending") => ({
  content,
  status,
});

describe("a task list that is written as text", () => {
  test.each([
    ["- [ ] parse it", "pending"],
    ["* [x] parse it", "completed"],
    ["1. [X] parse it", "completed"],
    ["  + [✓] parse it", "completed"],
    ["> 2) [✔] parse it  ", "completed"],
    ["- [~] parse it", "in_progress"],
    ["- [/] parse it", "in_progress"],
    ["- [>] parse it", "in_progress"],
  ] as const)("%j is %s", (line, status) => {
    expect(mergeWrittenTodos([], `Plan:\n${line}\nThat is all.`)).toEqual([todo("parse it", status)]);
  });

  test.each(["- [?] parse it", "[ ] parse it", "- [ ]parse it", "- [ ] ", "- [ ] …", "see - [ ] parse it"])(
    "%j is none",
    (line) => {
      expect(mergeWrittenTodos([], line)).toEqual([]);
    },
  );

  test("gives an item that is known its newest state, in the words that were known", () => {
    const known = [todo("Parse it"), todo("Write it"), { ...todo("Test it"), task: "7" }];
    expect(mergeWrittenTodos(known, "- [x] **parse** it\n- [ ] draw it\n- [~] test it (wip)")).toEqual([
      todo("Parse it", "completed"),
      todo("Write it"),
      { ...todo("Test it", "in_progress"), task: "7" },
      todo("draw it"),
    ]);
  });

  test("keeps items apart that differ only in signs", () => {
    expect(mergeWrittenTodos([], "- [ ] Port the C++ client\n- [x] Port the C# client")).toEqual([
      todo("Port the C++ client"),
      todo("Port the C# client", "completed"),
    ]);
  });

  test("changes no item that the text does not name", () => {
    const known = [todo("Test it", "completed"), todo("test it"), todo("🎉"), todo("🚀")];
    expect(mergeWrittenTodos(known, "I will start.")).toEqual(known);
    expect(mergeWrittenTodos(known, "- [~] Test it.")).toEqual(
      known.with(1, { content: "test it", status: "in_progress" }),
    );
  });
});

test.each([
  ["**Parse** the file", "parse the file"],
  ["~~Parse the file~~ (done)", "parse the file"],
  ["Parse the file [in progress]  ", "parse the file"],
  ["Parse the file (complete)", "parse the file"],
  ["Parse the file [completed]", "parse the file"],
  ["Parse (done) the file", "parse done the file"],
  ["Parse the file (soon)", "parse the file soon"],
  ["解析する。", "解析する"],
  ["Port the **C++** client", "port the c++ client"],
  ["Port the C# client", "port the c# client"],
  ["Skip rows with n>=10", "skip rows with n>=10"],
  ["Run it with `-v`", "run it with -v"],
  ["# Parse - then write", "parse then write"],
  ["…", "…"],
  ["👍 (done)", "👍"],
])("%j is the same todo as %j", (content, key) => {
  expect(todoKey(content)).toBe(key);
});

describe("within the bound of forty", () => {
  const many = (count: number, status: "pending" | "completed") =>
    Array.from({ length: count }, (_, i) => todo(`${status} ${i}`, status));

  test("all stay, in their order", () => {
    const todos = [...many(20, "completed"), ...many(20, "pending")];
    expect(keepTodos(todos)).toEqual(todos);
  });

  test("what is done leaves first, oldest first", () => {
    const todos = [...many(20, "completed"), ...many(25, "pending")];
    expect(keepTodos(todos)).toEqual(todos.slice(5));
  });

  test("and leaves first wherever it stands", () => {
    const [open, done] = [many(25, "pending"), many(20, "completed")];
    expect(keepTodos([...open, ...done])).toEqual([...open, ...done.slice(5)]);
  });

  test("then the oldest that are open", () => {
    expect(keepTodos([...many(3, "completed"), ...many(45, "pending")])).toEqual(
      many(45, "pending").slice(5),
    );
  });

  test("the text is trimmed and cut", () => {
    const [first, second] = keepTodos([todo("  parse it "), todo("x".repeat(400))]);
    expect(first?.content).toBe("parse it");
    expect(second?.content.length).toBeLessThanOrEqual(301);
    expect(second?.content.length).toBeGreaterThan(290);
  });
});
