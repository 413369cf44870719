import type { ToolFact } from "../../kernel/agent/tool-fact.ts";
import type { TranscriptEntry } from "../../kernel/agent/transcript.ts";

/** A call of `checkpoint` or `rewind`. `text` is the goal or the report. */
export interface RewindCall {
  tool: "checkpoint" | "rewind";
  call: string;
  text: string;
}

/** Finds a successful call of one of the two tools among the facts of an event. */
export function findSuccessfulCall(facts: readonly ToolFact[]): RewindCall | undefined {
  for (const fact of facts) {
    if (fact.type !== "own_tool") continue;
    const { tool, call } = fact;
    if (tool !== "checkpoint" && tool !== "rewind") continue;
    const isOk = facts.some((one) => one.type === "outcome" && one.call === call && one.ok);
    const text = fieldOf(fact.input, tool === "checkpoint" ? "goal" : "report");
    if (isOk && text !== undefined) return { tool, call, text };
  }
  return undefined;
}

/** The entries up to and including a call; undefined if the call is not there yet. */
export function entriesUpTo(
  entries: readonly TranscriptEntry[],
  { call }: Pick<RewindCall, "call">,
): TranscriptEntry[] | undefined {
  const end = entries.findLastIndex((entry) => entry.type === "own_tool" && entry.call === call);
  return end < 0 ? undefined : entries.slice(0, end + 1);
}

interface MarkCall {
  call: string;
  goal: string;
  at: number;
}

/** Finds the newest call among entries that set a mark and was not refused. */
export function findNewestMark(entries: readonly TranscriptEntry[]): MarkCall | undefined {
  const succeeded = new Set(
    entries.flatMap((entry) => (entry.type === "outcome" && entry.ok ? [entry.call] : [])),
  );
  const found = entries.findLast(
    (entry) => entry.type === "own_tool" && entry.tool === "checkpoint" && succeeded.has(entry.call),
  );
  if (found?.type !== "own_tool") return undefined;
  return { call: found.call, goal: fieldOf(found.input, "goal") ?? "", at: found.at };
}

/** A text in the input of a call; undefined if it is missing or empty. */
export function fieldOf(input: unknown, field: string): string | undefined {
  const value = typeof input === "object" && input !== null ? Object.entries(input) : [];
  const [, found] = value.find(([name]) => name === field) ?? [];
  return typeof found === "string" && found.trim() !== "" ? found : undefined;
}
