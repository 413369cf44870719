import type { Context } from "../kernel/context.ts";
import type { SessionSummary } from "../kernel/record.ts";
import type { Snapshot } from "../kernel/snapshot.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";
import { isRealTurn } from "./running-turns.ts";

/** The sessions that worked in a worktree, by our ids. */
export interface SessionsHere {
  /** The one that was prompted last. Turn numbers are about it. Undefined if nothing was captured for any session. */
  newest: string | undefined;
  /** The one whose turn changed files last. */
  changedLast: string | undefined;
  /** Whether there is more than one. */
  areSeveral: boolean;
}

interface Captured {
  worktree: string;
  own: readonly Snapshot[];
  /** What came from other machines, oldest first. */
  imported: readonly Snapshot[];
}

const RECENT = 50;

type SessionsDeps = Pick<Context, "processes"> & { store: SessionStorage };

/** A session whose turns changed nothing has no snapshots, so its record counts too. */
export async function findSessionsHere(
  { store, processes }: SessionsDeps,
  { worktree, own, imported }: Captured,
): Promise<SessionsHere> {
  const host = processes.host?.() ?? undefined;
  const captured = new Set([...imported, ...own].flatMap(({ session }) => session ?? []));
  const recent = await store.listSessions({ worktree, prompted: true, host, limit: RECENT });
  const here = recent.filter(({ id, machine }) => machine === null || captured.has(id));
  return {
    newest: await findNewest(store, here, { own, imported }),
    changedLast: own.flatMap(({ turns }) => turns.filter(isRealTurn)).at(-1)?.session,
    areSeveral: new Set([...captured, ...here.map(({ id }) => id)]).size > 1,
  };
}

async function findNewest(
  store: SessionStorage,
  sessions: readonly SessionSummary[],
  { own, imported }: Pick<Captured, "own" | "imported">,
): Promise<string | undefined> {
  const isOfSession = ({ session }: Snapshot) => session !== null;
  const last = own.findLast(isOfSession) ?? imported.findLast(isOfSession);
  if (!last || last.session === null) return undefined;
  const record = await store.getSession(last.session);
  const since = record ? promptedAt(record) : last.createdAt;
  const [prompted] = sessions.toSorted((a, b) => promptedAt(b) - promptedAt(a));
  return prompted && promptedAt(prompted) > since ? prompted.id : last.session;
}

function promptedAt({ lastPromptAt }: SessionSummary): number {
  return lastPromptAt ?? 0;
}
