import type { Snapshot } from "./snapshot.ts";

type DatedSnapshot = Pick<Snapshot, "id" | "worktree" | "createdAt">;

/**
 * The newest snapshot of each worktree, of those of one project, oldest first. None of these may be deleted: as long as
 * nothing changes, no other one is taken, so it holds the files from before the next turn. If the clock was ahead, these
 * are the newest one of then and the newest one since.
 */
export function newestOfWorktrees(snapshots: readonly DatedSnapshot[], now: number): Set<string> {
  const newest = (some: readonly DatedSnapshot[]) =>
    new Map(some.map(({ worktree, id }) => [worktree, id])).values();
  return new Set([...newest(snapshots), ...newest(futureFirst(snapshots, now))]);
}

/** Snapshots from the future were taken while the clock was ahead, so before those that come after them here. */
export function futureFirst<Dated extends Pick<Snapshot, "createdAt">>(
  snapshots: readonly Dated[],
  now: number,
): Dated[] {
  const isFuture = ({ createdAt }: Dated) => createdAt > now;
  return [...snapshots.filter(isFuture), ...snapshots.filter((snapshot) => !isFuture(snapshot))];
}
