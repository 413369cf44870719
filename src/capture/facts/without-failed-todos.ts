import type { TranscriptEntry } from "../../kernel/agent/transcript.ts";

/** Leaves out what calls that failed would have changed in the list of todos. */
export function withoutFailedTodos(entries: readonly TranscriptEntry[]): readonly TranscriptEntry[] {
  const failed = new Set(
    entries.flatMap((entry) => (entry.type === "outcome" && !entry.ok ? [entry.call] : [])),
  );
  if (failed.size === 0) return entries;
  return entries.filter(
    (entry) => !TODO_FACTS.has(entry.type) || !("call" in entry) || !failed.has(entry.call ?? ""),
  );
}

const TODO_FACTS: ReadonlySet<TranscriptEntry["type"]> = new Set([
  "todo_list",
  "task_added",
  "task_named",
  "task_changed",
] as const);
