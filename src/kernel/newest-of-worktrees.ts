import type { Snapshot } from "./snapshot.ts";

/**
 * The newest snapshot of each worktree, of those of one project, oldest first. None of these may be deleted: as long as
 * nothing changes, no other one is taken, so it holds the files from before the next turn.
 */
export function newestOfWorktrees(snapshots: readonly Pick<Snapshot, "id" | "worktree">[]): Set<string> {
  return new Set(new Map(snapshots.map(({ worktree, id }) => [worktree, id])).values());
}
