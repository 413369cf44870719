import type { Context } from "../kernel/context.ts";
import type { ReplyStorage } from "../kernel/storage/reply-storage.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";
import { isLive } from "../sessions/is-live.ts";
import { count } from "../text/phrases.ts";

/** What was computed for a session and has not been printed by a hook. */
export interface PendingSession {
  /** The agent's own id. */
  session: string;
  agent: string;
  /** Characters for the model and the person. */
  chars: number;
  /** When the oldest part was computed, milliseconds since 1970. */
  since: number;
}

const MOST = 200;

type PendingDeps = Pick<Context, "clock" | "processes"> & { store: ReplyStorage & SessionStorage };

/**
 * The running sessions that wait for something, the one that has waited longest first. What is pending for a session
 * that was killed reaches nobody, unless it is resumed.
 */
export async function listPendingSessions({
  store,
  processes,
  clock,
}: PendingDeps): Promise<PendingSession[]> {
  const found = new Map<string, { chars: number; since: number }>();
  for (const { sessionId, reply, at } of await store.listPendingReplies({ limit: MOST })) {
    const known = found.get(sessionId) ?? { chars: 0, since: at };
    found.set(sessionId, { chars: known.chars + reply.length, since: Math.min(known.since, at) });
  }
  const pending: PendingSession[] = [];
  for (const [id, waiting] of found) {
    const session = await store.getSession(id);
    if (session && isLive(session, { processes, now: clock(), asking: { pid: null } }))
      pending.push({ session: session.nativeId, agent: session.agent, ...waiting });
  }
  return pending.toSorted((a, b) => a.since - b.since);
}

/** In one line; undefined if nothing is pending. */
export async function describePending(ctx: PendingDeps): Promise<string | undefined> {
  const [first, ...others] = await listPendingSessions(ctx);
  if (!first) return undefined;
  const { chars, agent, session } = first;
  const more = others.length === 0 ? "" : `, and for ${count(others.length, "other session")}`;
  return `pending for ${agent} session ${session}${more}: ${count(chars, "character")}, with the next prompt`;
}
