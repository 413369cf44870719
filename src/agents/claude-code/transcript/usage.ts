import * as z from "zod";
import type { TokenUsage } from "../../../kernel/agent/token-usage.ts";
import { readLinesWith } from "../../files/read-lines.ts";
import { timeOf } from "../../time-of.ts";

const count = z
  .number()
  .nonnegative()
  .nullish()
  .transform((value) => value ?? 0);

const Answer = z.object({
  type: z.literal("assistant"),
  timestamp: z.string().optional().catch(undefined),
  message: z.object({
    id: z.string(),
    model: z.string(),
    usage: z.object({
      input_tokens: count,
      cache_read_input_tokens: count,
      cache_creation_input_tokens: count,
      cache_creation: z.object({ ephemeral_1h_input_tokens: count }).nullish().catch(undefined),
      output_tokens: count,
    }),
  }),
});

/**
 * The token usage of each answer. Each block of a message has a line with the usage so far, so the last line counts.
 */
export async function readUsage(path: string): Promise<TokenUsage[] | undefined> {
  const answers = new Map<string, TokenUsage>();
  const isRead = await readLinesWith(path, '"usage"', (line) => {
    const { data } = Answer.safeParse(line);
    if (!data) return;
    const { id, model, usage } = data.message;
    answers.set(id, {
      id,
      at: timeOf(data.timestamp),
      model,
      input: usage.input_tokens,
      cacheRead: usage.cache_read_input_tokens,
      cacheWrite: usage.cache_creation_input_tokens,
      cacheWriteHour: usage.cache_creation?.ephemeral_1h_input_tokens ?? 0,
      output: usage.output_tokens,
    });
  });
  return isRead ? [...answers.values()] : undefined;
}
