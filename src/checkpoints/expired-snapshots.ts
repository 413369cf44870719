import type { Config } from "../kernel/config/config.ts";
import { futureFirst, newestOfWorktrees } from "../kernel/newest-of-worktrees.ts";
import type { Snapshot } from "../kernel/snapshot.ts";

const DAY_MS = 86_400_000;

type ExpiryCandidate = Pick<Snapshot, "id" | "createdAt" | "name" | "session" | "worktree"> &
  Partial<Pick<Snapshot, "origin">>;

interface ExpiryTimes {
  now: number;
  /** When the newest snapshot of the project was taken. */
  newestAt: number;
}

/**
 * Which snapshots to delete, of those of one project, oldest first. Named ones and the newest of each worktree are kept,
 * whatever their age.
 *
 * A clock that is or was wrong must not make fresh snapshots look old. So their age is that at the newest one, what
 * the last session of a worktree needs has none, and those from the future count last.
 */
export function findExpiredSnapshots(
  snapshots: readonly ExpiryCandidate[],
  { retentionDays, maxPerSession }: Config["snapshots"],
  { now, newestAt }: ExpiryTimes,
): string[] {
  const newest = newestOfWorktrees(snapshots, now);
  const ageless = findLastWork(snapshots, now);
  const oldestAt = Math.min(now, newestAt) - retentionDays * DAY_MS;
  const later = new Map<string, number>();
  const expired: string[] = [];
  for (const { id, createdAt, name, session } of futureFirst(snapshots, now).toReversed()) {
    const key = session ?? "";
    const count = (later.get(key) ?? 0) + 1;
    later.set(key, count);
    if (name !== null || newest.has(id)) continue;
    const isOld = createdAt < oldestAt && !ageless.has(id);
    if (isOld || count > maxPerSession) expired.push(id);
  }
  return expired;
}

/** What the last session of each worktree needs to take back its turns: also the snapshot before its first one. */
function findLastWork(snapshots: readonly ExpiryCandidate[], now: number): Set<string> {
  const inOrder = futureFirst(snapshots, now);
  const last = new Map<string, string>();
  // Sessions of other machines do not go on here.
  for (const { worktree, session, origin } of inOrder)
    if (session !== null && origin === undefined) last.set(worktree, session);
  const before = new Map<string, string>();
  const ids = new Set<string>();
  for (const { id, worktree, session } of inOrder) {
    if (session !== null && session === last.get(worktree)) ids.add(before.get(worktree) ?? id).add(id);
    before.set(worktree, id);
  }
  return ids;
}
