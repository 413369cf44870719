import type { AbandonedPeriod } from "../../../kernel/agent/transcript.ts";
import type { StoredMessage, StoredSession } from "./database.ts";
import { entriesOf } from "./entries.ts";

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
