import type { Context } from "../kernel/context.ts";
import type { Snapshot } from "../kernel/snapshot.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";
import type { RestoreTarget } from "./restore-target.ts";
import { isRealTurn } from "./running-turns.ts";
import type { WorktreeState } from "./worktree-state.ts";

const MAX_DEPTH = 50;

/** Which of the sessions are the given one, or continue it. All of them if none is given. */
export async function findIncluded(
  store: SessionStorage,
  sessions: Iterable<string>,
  target: string | null,
): Promise<Set<string>> {
  const included = new Set<string>();
  for (const session of new Set(sessions))
    if (target === null || (await continues(store, session, target))) included.add(session);
  return included;
}

async function continues(store: SessionStorage, session: string, target: string): Promise<boolean> {
  let at: string | null = session;
  for (let depth = 0; at !== null && depth < MAX_DEPTH; depth++) {
    if (at === target) return true;
    at = (await store.listParents([at])).get(at)?.id ?? null;
  }
  return false;
}

const MOST = 20;

/**
 * The sessions that work on what a restore brings back: those that had turns since the target, the newest last, and the
 * one whose files come from another machine.
 */
export async function findWorkers(
  { store }: Pick<Context, "store">,
  { target, timeline, state }: { target: RestoreTarget; timeline: readonly Snapshot[]; state: WorktreeState },
): Promise<string[]> {
  const since = timeline.slice(timeline.indexOf(target.snapshot) + 1);
  const turns = [...since.flatMap((snapshot) => snapshot.turns), ...state.running].filter(isRealTurn);
  const arrived = target.snapshot.origin && target.session !== null ? [target.session] : [];
  const sessions = [...arrived, ...turns.map(({ session }) => session)];
  return [...(await findIncluded(store, sessions, target.session))].slice(-MOST);
}
