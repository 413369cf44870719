import * as z from "zod";
import type { ToolFact } from "../../kernel/agent/tool-fact.ts";
import type { Capture } from "../../kernel/capture.ts";
import { bounded } from "../../text/bounded.ts";
import { LIMITS } from "../limits.ts";

type MemoryUse = Pick<Capture, "queries" | "remembered">;
type OwnTool = Extract<ToolFact, { type: "own_tool" }>;

const Recall = z.object({ query: z.string().min(1) });
const Remember = z.object({ text: z.string().min(1) });

/** Adds what the session searched for or noted with the memory tools, newest last and without duplicates. */
export function recordMemoryUse(
  { queries, remembered }: MemoryUse,
  { tool, input }: Pick<OwnTool, "tool" | "input">,
): MemoryUse {
  const query = tool === "recall" ? Recall.safeParse(input).data?.query : undefined;
  const note = tool === "remember" ? Remember.safeParse(input).data?.text : undefined;
  return {
    queries: added(queries, query, LIMITS.queries),
    remembered: added(remembered, note, LIMITS.remembered),
  };
}

function added(known: string[], text: string | undefined, most: number): string[] {
  if (text === undefined) return known;
  const short = bounded(text, 400);
  return [...known.filter((other) => other !== short), short].slice(-most);
}
