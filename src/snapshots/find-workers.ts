import type { Context } from "../kernel/context.ts";
import type { Snapshot } from "../kernel/snapshot.ts";
import { findIncluded } from "./included-sessions.ts";
import type { RestoreTarget } from "./restore-target.ts";
import { isRealTurn } from "./running-turns.ts";
import type { WorktreeState } from "./worktree-state.ts";

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
