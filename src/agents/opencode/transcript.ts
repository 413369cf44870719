import * as z from "zod";
import type { AbandonedPeriod, ContextUse, Transcript } from "../../kernel/agent/transcript.ts";
import { toTranscript } from "../files/transcript-file.ts";
import { readSession, type StoredMessage, type StoredSession } from "./transcript/database.ts";
import { entriesOf } from "./transcript/entries.ts";

/** A session's history from the client's database. Undefined for a path that may not be read. */
export async function readTranscript(path: string): Promise<Transcript | undefined> {
  const session = readSession(path);
  if (!session) return undefined;
  const { live, left } = branchesOf(session);
  const entries = live.flatMap(entriesOf);
  const read = { entries, contextUse: contextUse(live), branches: { left }, isWhole: true };
  return toTranscript(read, { size: session.messages.length, cut: session.cut });
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

interface Sides {
  live: StoredMessage[];
  left: StoredMessage[];
}

/**
 * The messages on the live branch, and the period in which the reverted messages were written. A prompt without an
 * answer is not a branch: it was taken back before the agent did anything.
 */
export function branchesOf(session: StoredSession): { live: StoredMessage[]; left: AbandonedPeriod[] } {
  const { live, left } = sidesOf(session);
  const entries = left.flatMap(entriesOf);
  if (!session.reverted || entries.every(({ type }) => type === "prompt")) return { live, left: [] };
  const times = entries.map(({ at }) => at);
  const [from, last] = [Math.min(...times), Math.max(...times)];
  return { live, left: [{ from, last, until: Math.max(last + 1, session.reverted.at) }] };
}

/** A message may be reverted in part. */
function sidesOf({ messages, reverted }: StoredSession): Sides {
  const index = messages.findIndex(({ id }) => id === reverted?.messageID);
  const first = messages[index];
  if (!first) return { live: messages, left: [] };
  const part = first.parts.findIndex(({ id }) => id === reverted?.partID);
  const kept = part > 0 ? [{ ...first, parts: first.parts.slice(0, part) }] : [];
  const gone = { ...first, parts: first.parts.slice(Math.max(0, part)) };
  return { live: [...messages.slice(0, index), ...kept], left: [gone, ...messages.slice(index + 1)] };
}
