import * as z from "zod";
import type { TokenUsage } from "../../../kernel/agent/token-usage.ts";
import { Blocks, fieldOf, hasType } from "../../blocks.ts";
import { readLinesWith } from "../../files/read-lines.ts";
import { timeOf } from "../../time-of.ts";

const count = z.number().nonnegative().nullish().catch(0);

/** The token counts from the API's response, under the client's own names. */
const Answer = z.object({
  id: z.string(),
  timestamp: z.string().optional().catch(undefined),
  type: z.literal("gemini"),
  model: z.string().nullish(),
  tokens: z.object({
    input: z.number().nonnegative(),
    output: count,
    cached: count,
    thoughts: count,
    tool: count,
  }),
});
const Patch = z.object({ $set: z.object({ messages: Blocks }) });

/**
 * The token usage of each answer. A message is written again when it grows and in copies of the history; it counts
 * once.
 */
export async function readUsage(path: string): Promise<TokenUsage[] | undefined> {
  const answers = new Map<string, TokenUsage>();
  const isRead = await readLinesWith(path, '"tokens"', (line) => {
    const messages = (fieldOf(line, "$set") ? Patch.safeParse(line).data?.$set.messages : undefined) ?? [
      line,
    ];
    for (const message of messages) {
      const data = hasType(message, "gemini") ? Answer.safeParse(message).data : undefined;
      if (data) answers.set(data.id, usageOf(data));
    }
  });
  return isRead ? [...answers.values()] : undefined;
}

/**
 * The client's input includes cached tokens, but not those that tools put into a prompt. Thoughts are billed as output.
 */
function usageOf({ id, timestamp, model, tokens }: z.infer<typeof Answer>): TokenUsage {
  const cacheRead = Math.min(tokens.cached ?? 0, tokens.input);
  return {
    id,
    at: timeOf(timestamp),
    model: model ?? "",
    input: tokens.input - cacheRead + (tokens.tool ?? 0),
    cacheRead,
    cacheWrite: 0,
    output: (tokens.output ?? 0) + (tokens.thoughts ?? 0),
  };
}
