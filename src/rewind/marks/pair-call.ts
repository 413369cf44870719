import type { ToolFact } from "../../kernel/agent/tool-fact.ts";
import type { TranscriptEntry } from "../../kernel/agent/transcript.ts";

/** A call of one of the two tools: a goal, or a report. */
export interface PairCall {
  tool: "checkpoint" | "rewind";
  call: string;
  text: string;
}

/** The call that a tool's result is about, if it is one of the pair and worked. */
export function successfulCall(facts: readonly ToolFact[]): PairCall | undefined {
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

/** The entries up to a call, with it; undefined if it is not there yet. */
export function upTo(
  entries: readonly TranscriptEntry[],
  { call }: Pick<PairCall, "call">,
): TranscriptEntry[] | undefined {
  const end = entries.findLastIndex((entry) => entry.type === "own_tool" && entry.call === call);
  return end < 0 ? undefined : entries.slice(0, end + 1);
}

interface PlacedCall {
  call: string;
  goal: string;
  at: number;
}

/** The newest mark among entries that was set, and not refused. */
export function markBefore(entries: readonly TranscriptEntry[]): PlacedCall | undefined {
  const worked = new Set(
    entries.flatMap((entry) => (entry.type === "outcome" && entry.ok ? [entry.call] : [])),
  );
  const found = entries.findLast(
    (entry) => entry.type === "own_tool" && entry.tool === "checkpoint" && worked.has(entry.call),
  );
  if (found?.type !== "own_tool") return undefined;
  return { call: found.call, goal: fieldOf(found.input, "goal") ?? "", at: found.at };
}

function fieldOf(input: unknown, field: string): string | undefined {
  const value = typeof input === "object" && input !== null ? Object.entries(input) : [];
  const [, found] = value.find(([name]) => name === field) ?? [];
  return typeof found === "string" && found.trim() !== "" ? found : undefined;
}
