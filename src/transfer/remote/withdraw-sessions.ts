import type { Context } from "../../kernel/context.ts";
import type { RemoteEntry } from "../../kernel/ports/remotes.ts";
import type { SessionSummary } from "../../kernel/record.ts";
import { noteKeptSessions, readDeletedSessions } from "../../sessions/deleted-sessions.ts";
import { isWithdrawn } from "./is-withdrawn.ts";
import type { SyncState } from "./sync-state.ts";
import type { OpenRemote } from "./with-remote.ts";

/** Each name is an argument of git. */
const AT_ONCE = 500;

interface Withdrawal {
  /** The sessions that may stay. */
  sessions: SessionSummary[];
  state: SyncState;
  /** How many were deleted from the remote. */
  deleted: number;
}

/**
 * Deletes from the remote what this machine pushed and what was deleted or excluded here since. What other machines pushed
 * or have pulled stays. A session that is only missing in the store is kept in the remote.
 */
export async function withdrawSessions(
  ctx: Context,
  { link, state, machine, save }: OpenRemote,
  { there, sessions }: { there: readonly RemoteEntry[]; sessions: readonly SessionSummary[] },
): Promise<Withdrawal> {
  const deleted = readDeletedSessions(ctx);
  const own = `sessions/${machine}/`;
  const staying: SessionSummary[] = [];
  const gone = new Set<string>();
  for (const session of sessions)
    if (await isWithdrawn(ctx, session, deleted)) gone.add(session.id);
    else staying.push(session);
  noteKeptSessions(
    ctx,
    staying.map(({ id }) => id),
  );
  for (const id of idsBelow(own, there))
    if (deleted.has(id) && (await isDeleted(ctx, id, deleted))) gone.add(id);
  const names = [...gone].map((id) => own + id);
  const present = new Set(there.map(({ name }) => name));
  const stored = names.filter((name) => present.has(name));
  for (let at = 0; at < stored.length; at += AT_ONCE) await link.remove(stored.slice(at, at + AT_ONCE));
  const forgotten = new Set(names);
  const pushed = Object.entries(state.pushed).filter(([name]) => !forgotten.has(name));
  const next = { ...state, pushed: Object.fromEntries(pushed) };
  if (pushed.length < Object.keys(state.pushed).length) save(next);
  return { sessions: staying, state: next, deleted: stored.length };
}

async function isDeleted(ctx: Context, id: string, deleted: ReadonlySet<string>): Promise<boolean> {
  const session = await ctx.store.getSession(id);
  return session === undefined || (await isWithdrawn(ctx, session, deleted));
}

function idsBelow(prefix: string, entries: readonly RemoteEntry[]): string[] {
  return entries.flatMap(({ name }) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
}
