import type { Context } from "../kernel/context.ts";
import type { Snapshot } from "../kernel/snapshot.ts";
import { findIncluded } from "./included-sessions.ts";
import type { RestoreTarget } from "./restore-target.ts";
import { isRealTurn } from "./running-turns.ts";
import type { WorktreeState } from "./worktree-state.ts";

const MOST = 20;

/** The sessions whose changes a restore takes back: those that had turns since the target, the newest last. */
export async function findWorkers(
  { store }: Pick<Context, "store">,
  { target, timeline, state }: { target: RestoreTarget; timeline: readonly Snapshot[]; state: WorktreeState },
): Promise<string[]> {
  const since = timeline.slice(timeline.indexOf(target.snapshot) + 1);
  const turns = [...since.flatMap((snapshot) => snapshot.turns), ...state.running].filter(isRealTurn);
  const sessions = turns.map(({ session }) => session);
  return [...(await findIncluded(store, sessions, target.session))].slice(-MOST);
}
