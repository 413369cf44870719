import * as z from "zod";
import { todoKey } from "../capture/facts/keep-todos.ts";
import type { Capture } from "../kernel/capture.ts";
import type { JsonValue } from "../kernel/json.ts";

const texts = z.array(z.string()).catch([]);
const Todos = z.array(z.object({ content: z.string(), status: z.string() })).catch([]);

/** The facts of a checkpoint whose later use can be observed. */
const Held = z.object({
  files_modified: texts,
  todos: Todos,
  inherited: z.object({ todos: Todos }).nullable().catch(null),
  failures: z.array(z.object({ command: z.string() })).catch([]),
});

/** The number of facts in the checkpoint, and how many of them the session used. */
const Share = z.object({ held: z.number(), used: z.number() });

export const Reuse = z.object({
  /** Files that were opened again. */
  files: Share,
  /** Open todos that the session added to its list or, if it is the same session, whose status changed. */
  todos: Share,
  /** Failed commands that were run again. */
  failures: Share,
  /** Used facts that no prompt of the session mentioned, so that they must come from the checkpoint (S39's novelty). */
  novel: z.number(),
});

export type Reuse = z.infer<typeof Reuse>;

export interface Use {
  capture: Capture;
  worktree: string;
  /** Uses before this time do not count. */
  since: number;
  /** Whether the checkpoint is the session's own, from before a compaction or a pause. */
  isOwn: boolean;
}

/**
 * Measures how much of a checkpoint a session used. Counts only observable use, since merely reading leaves no trace.
 */
export function measureReuse(held: { state: JsonValue; worktree: string }, use: Use): Reuse {
  const parsed = Held.safeParse(held.state);
  const facts = parsed.success ? parsed.data : Held.parse({});
  const files = [...new Set(facts.files_modified.map((path) => toRelative(held.worktree, path)))];
  const todos = openTodos(facts);
  const failures = facts.failures.map(({ command }) => command);
  const { capture, since } = use;
  const opened = new Set(
    capture.files.filter(isAfter(since)).map(({ path }) => toRelative(use.worktree, path)),
  );
  const ran = new Set(capture.commands.filter(isAfter(since)).map(({ command }) => command));
  const usedFiles = files.filter((path) => opened.has(path));
  const usedTodos = findContinued(todos, use);
  const usedFailures = failures.filter((command) => ran.has(command));
  const said = todoKey(
    capture.prompts
      .filter(isAfter(since))
      .map(({ text }) => text)
      .join("\n"),
  );
  const names = [
    ...usedFiles.map((path) => path.slice(path.lastIndexOf("/") + 1)),
    ...usedTodos,
    ...usedFailures,
  ];
  return {
    files: { held: files.length, used: usedFiles.length },
    todos: { held: todos.size, used: usedTodos.length },
    failures: { held: failures.length, used: usedFailures.length },
    novel: names.filter((name) => !said.includes(todoKey(name))).length,
  };
}

function openTodos({ todos, inherited }: z.infer<typeof Held>): Map<string, string> {
  const all = [...(inherited?.todos ?? []), ...todos].map(
    ({ content, status }) => [todoKey(content), status] as const,
  );
  return new Map([...new Map(all)].filter(([, status]) => status !== "completed"));
}

/**
 * Finds the todos that the session worked on. In another session, being in the list is enough. In the same session,
 * they always are in the list, so their status must have changed.
 */
function findContinued(held: ReadonlyMap<string, string>, { capture, isOwn }: Use): string[] {
  const now = new Map(capture.todos.map(({ content, status }) => [todoKey(content), status]));
  return [...held].flatMap(([key, status]) => {
    const current = now.get(key);
    return current === undefined || (isOwn && current === status) ? [] : [key];
  });
}

function isAfter(since: number): (fact: { at: number }) => boolean {
  return ({ at }) => at >= since;
}

/** Makes a path relative, since worktrees of a project have the same file in different directories. */
function toRelative(worktree: string, path: string): string {
  return path.startsWith(`${worktree}/`) ? path.slice(worktree.length + 1) : path;
}
