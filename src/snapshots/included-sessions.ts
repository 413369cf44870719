import type { Context } from "../kernel/context.ts";
import type { Snapshot } from "../kernel/snapshot.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";
import type { RestoreTarget } from "./restore-target.ts";
import { isRealTurn } from "./running-turns.ts";
import type { WorktreeState } from "./worktree-state.ts";

const MAX_DEPTH = 50;

/** Which of the sessions are the given one, or continue it, directly or not. All of them if none is given. */
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

/** Which of the sessions the given one continues, directly or not. */
export async function findContinuedBy(
  store: SessionStorage,
  sessions: Iterable<string>,
  target: string | null,
): Promise<Set<string>> {
  const continued = new Set<string>();
  if (target === null) return continued;
  for (const session of new Set(sessions))
    if (await continues(store, target, session)) continued.add(session);
  return continued;
}

async function continues(store: SessionStorage, session: string, target: string): Promise<boolean> {
  let at: string | null = session;
  for (let depth = 0; at !== null && depth < MAX_DEPTH; depth++) {
    if (at === target) return true;
    at = await findContinued(store, at);
  }
  return false;
}

/** `/clear` begins another task, although the session before it is its parent. */
async function findContinued(store: SessionStorage, session: string): Promise<string | null> {
  const parent = (await store.listParents([session])).get(session);
  if (!parent) return null;
  return parent.reason !== "clear" || (await hasReceivedRecord(store, session)) ? parent.id : null;
}

/** Because of `recovery.afterClear`, or since it resumed a checkpoint. Without the prompts, it received only constraints. */
async function hasReceivedRecord(store: SessionStorage, session: string): Promise<boolean> {
  const inherited = (await store.listOutlines([session], "brief")).get(session)?.inherited;
  return inherited !== undefined && inherited !== null && inherited.prompts?.length !== 0;
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
