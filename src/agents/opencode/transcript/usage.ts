import * as z from "zod";
import type { TokenUsage } from "../../../kernel/agent/token-usage.ts";
import { readSession } from "./database.ts";

const count = z.number().nonnegative().catch(0);
/** Within the range of a `Date`. */
const time = z.number().min(0).max(8.64e15);
const Answer = z.object({
  role: z.literal("assistant"),
  time: z.object({ created: time, completed: time }).optional().catch(undefined),
  modelID: z.string().catch(""),
  tokens: z.object({
    input: count,
    output: count,
    reasoning: count,
    cache: z.object({ read: count, write: count }),
  }),
});

/** The token usage of each answer of a session, including answers to compactions. */
export async function readUsage(path: string): Promise<TokenUsage[] | undefined> {
  return readSession(path)?.messages.flatMap(({ data }) => {
    const answer = Answer.safeParse(data).data;
    if (!answer) return [];
    const { input, output, reasoning, cache } = answer.tokens;
    const usage = { input, cacheRead: cache.read, cacheWrite: cache.write, output: output + reasoning };
    return [{ ...originOf(answer.time), model: answer.modelID, ...usage }];
  });
}

/** A fork gives its copies new ids, but keeps their times. */
function originOf(time: z.infer<typeof Answer>["time"]): Pick<TokenUsage, "id" | "at"> {
  return time ? { id: `${time.created} ${time.completed}`, at: time.created } : {};
}
