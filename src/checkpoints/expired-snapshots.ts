import type { Config } from "../kernel/config/config.ts";
import { newestOfWorktrees } from "../kernel/newest-of-worktrees.ts";
import type { Snapshot } from "../kernel/snapshot.ts";

const DAY_MS = 86_400_000;

type ExpiryCandidate = Pick<Snapshot, "id" | "createdAt" | "name" | "session" | "worktree">;

/**
 * Which snapshots to delete, of those of one project, oldest first. Named ones and the newest of each worktree are kept,
 * whatever their age.
 */
export function findExpiredSnapshots(
  snapshots: readonly ExpiryCandidate[],
  { retentionDays, maxPerSession }: Config["snapshots"],
  now: number,
): string[] {
  const newest = newestOfWorktrees(snapshots);
  const later = new Map<string, number>();
  const expired: string[] = [];
  for (const { id, createdAt, name, session } of snapshots.toReversed()) {
    const key = session ?? "";
    const count = (later.get(key) ?? 0) + 1;
    later.set(key, count);
    if (name !== null || newest.has(id)) continue;
    if (createdAt < now - retentionDays * DAY_MS || count > maxPerSession) expired.push(id);
  }
  return expired;
}
