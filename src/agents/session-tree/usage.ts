import * as z from "zod";
import type { TokenUsage } from "../../kernel/agent/token-usage.ts";
import type { ContextUse } from "../../kernel/agent/transcript.ts";
import { timeOf } from "../blocks.ts";
import { readUsageOf } from "../files/read-lines.ts";
import type { TreeLine } from "./lines.ts";

const count = z
  .number()
  .nonnegative()
  .nullish()
  .catch(0)
  .transform((value) => value ?? 0);
const Usage = z.object({ input: count, output: count, cacheRead: count, cacheWrite: count });

const Answer = z.object({
  type: z.literal("message"),
  message: z.object({
    role: z.literal("assistant"),
    model: z.string().optional().catch(undefined),
    usage: Usage,
  }),
});
/** A request to a model that is not part of the conversation. */
const Aside = z.object({ type: z.literal("usage"), model: z.string(), usage: Usage });

const Origin = z.object({ id: z.string(), timestamp: z.string() });

/** The token usage of each answer in a session's file, on all of its branches. */
export function readUsage(path: string): Promise<TokenUsage[] | undefined> {
  return readUsageOf(path, '"usage"', usageOf);
}

/** The token usage of the answer in a line; empty if there is no answer, or it failed. */
export function usageOf(line: unknown): TokenUsage[] {
  const { model = "", usage } = Answer.safeParse(line).data?.message ?? Aside.safeParse(line).data ?? {};
  return usage && tokensOf(usage) > 0 ? [{ ...originOf(line), model, ...usage }] : [];
}

/** The ids are short and unique only within a session; copies of an entry keep its time. */
function originOf(line: unknown): Pick<TokenUsage, "id" | "at"> {
  const { data } = Origin.safeParse(line);
  return data ? { id: `${data.id} ${data.timestamp}`, at: timeOf(data.timestamp) } : {};
}

/** The tokens of the last request and its answer; undefined right after a compaction. */
export function contextUse(branch: readonly TreeLine[]): ContextUse | undefined {
  for (const line of branch.toReversed()) {
    if (line.type === "compaction") return undefined;
    const { model, usage } = Answer.safeParse(line).data?.message ?? {};
    const tokens = usage ? tokensOf(usage) : 0;
    // A failed answer has no tokens.
    if (tokens > 0) return { tokens, ...(model ? { model } : {}) };
  }
  return undefined;
}

function tokensOf({ input, output, cacheRead, cacheWrite }: z.infer<typeof Usage>): number {
  return input + output + cacheRead + cacheWrite;
}
