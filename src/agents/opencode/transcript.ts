import * as z from "zod";
import type { ContextUse, Transcript } from "../../kernel/agent/transcript.ts";
import { branchesOf } from "./transcript/branches-of.ts";
import { readSession, type StoredMessage } from "./transcript/database.ts";
import { entriesOf } from "./transcript/entries.ts";

/** A session's history from the client's database. Undefined for a path that may not be read. */
export async function readTranscript(path: string): Promise<Transcript | undefined> {
  const session = readSession(path);
  if (!session) return undefined;
  const { live, left } = branchesOf(session);
  const use = contextUse(live);
  return {
    entries: live.flatMap(entriesOf),
    ...(use ? { contextUse: use } : {}),
    branches: { left },
    size: session.messages.length,
    partial: session.cut,
  };
}

const Answer = z.object({
  role: z.literal("assistant"),
  modelID: z.string().optional().catch(undefined),
  summary: z.unknown().optional(),
  tokens: z.object({
    input: z.number(),
    output: z.number(),
    cache: z.object({ read: z.number(), write: z.number() }),
  }),
});

/** The tokens of the last request and its answer; undefined right after a compaction. */
function contextUse(messages: readonly StoredMessage[]): ContextUse | undefined {
  for (const { data } of messages.toReversed()) {
    const answer = Answer.safeParse(data).data;
    if (!answer) continue;
    if (answer.summary === true) return undefined;
    const { input, output, cache } = answer.tokens;
    const tokens = input + output + cache.read + cache.write;
    if (tokens > 0) return { tokens, ...(answer.modelID ? { model: answer.modelID } : {}) };
  }
  return undefined;
}
