import type { FileChange, SnapshotStore } from "../kernel/ports/snapshots.ts";
import type { Step } from "./change-owners.ts";
import { findAfter, findStoppedTurns, type LifeDeps } from "./stopped-turns.ts";
import type { WorktreeState } from "./worktree-state.ts";

/** Changes since the last snapshot belong to the turns that are running, as far as those had not stopped. */
export async function splitLatest(
  ctx: LifeDeps,
  store: Pick<SnapshotStore, "worktree">,
  { before, changes, state }: { before: string; changes: readonly FileChange[]; state: WorktreeState },
): Promise<Step[]> {
  const { latest, running, isRecreated } = state;
  const stopped = await findStoppedTurns(ctx, state);
  const going = running.filter((turn) => !stopped.turns.includes(turn));
  const after = findAfter(stopped, store, changes);
  const isLate = (change: FileChange) => after.has(change);
  const last = { previous: latest?.id ?? null, previousUntil: latest?.sameUntil, isRecreated };
  return [
    { snapshot: { ...last, turns: running }, before, changes: changes.filter((one) => !isLate(one)) },
    { snapshot: { ...last, turns: going }, before, changes: changes.filter(isLate) },
  ];
}
