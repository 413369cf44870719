import * as z from "zod";
import type { TokenUsage } from "../../../kernel/agent/token-usage.ts";
import { readLinesWith } from "../../files/read-lines.ts";
import { timeOf } from "../../time-of.ts";

const Model = z.object({ type: z.literal("turn_context"), payload: z.object({ model: z.string() }) });
const Counted = z.object({
  type: z.literal("event_msg"),
  timestamp: z.string().optional().catch(undefined),
  payload: z.object({
    type: z.literal("token_count"),
    info: z.object({
      last_token_usage: z.object({
        input_tokens: z.number(),
        cached_input_tokens: z.number().default(0),
        cache_write_input_tokens: z.number().default(0),
        output_tokens: z.number(),
      }),
      total_token_usage: z.object({ total_tokens: z.number() }),
    }),
  }),
});

/**
 * The token usage of each answer, with the model of its turn. The client may repeat a count; then the total is
 * unchanged.
 */
export async function readUsage(path: string): Promise<TokenUsage[] | undefined> {
  const answers: TokenUsage[] = [];
  let model = "";
  let total = -1;
  const isRead = await readLinesWith(path, '"payload"', (line) => {
    model = Model.safeParse(line).data?.payload.model ?? model;
    const { timestamp, payload } = Counted.safeParse(line).data ?? {};
    if (!payload || payload.info.total_token_usage.total_tokens === total) return;
    total = payload.info.total_token_usage.total_tokens;
    answers.push({ ...originOf(timestamp, total), model, ...tokensOf(payload.info.last_token_usage) });
  });
  return isRead ? answers : undefined;
}

/** Counts have no id, but a copy has the time and the total of the original. */
function originOf(timestamp: string | undefined, total: number): Pick<TokenUsage, "id" | "at"> {
  return timestamp === undefined ? {} : { id: `${timestamp} ${total}`, at: timeOf(timestamp) };
}

/** The client's count of input tokens includes the cached ones. */
function tokensOf(last: z.infer<typeof Counted>["payload"]["info"]["last_token_usage"]) {
  const { cached_input_tokens: cacheRead, cache_write_input_tokens: cacheWrite } = last;
  const input = Math.max(0, last.input_tokens - cacheRead - cacheWrite);
  return { input, cacheRead, cacheWrite, output: last.output_tokens };
}
