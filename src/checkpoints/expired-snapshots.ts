import type { Config } from "../kernel/config/config.ts";
import { futureFirst, newestOfWorktrees } from "../kernel/newest-of-worktrees.ts";
import type { Checkpoint } from "../kernel/record.ts";
import { haveSameTurns, type Snapshot } from "../kernel/snapshot.ts";

const DAY_MS = 86_400_000;

type ExpiryCandidate = Pick<
  Snapshot,
  "id" | "createdAt" | "name" | "session" | "worktree" | "checkpoint" | "turns" | "previous"
> &
  Partial<Pick<Snapshot, "origin">>;

interface ExpiryFacts {
  now: number;
  /** Those that a person named. */
  named: ReadonlySet<string>;
  /** When the newest snapshot of the project was taken. */
  newestAt: number;
}

export function checkpointsOf(snapshots: readonly Pick<Snapshot, "checkpoint">[]): string[] {
  return [...new Set(snapshots.flatMap(({ checkpoint }) => checkpoint ?? []))];
}

/** The snapshots that have a name, or whose checkpoint was given one later. */
export function findNamedSnapshots(
  snapshots: readonly Pick<Snapshot, "id" | "name" | "checkpoint">[],
  checkpoints: readonly Pick<Checkpoint, "id" | "name">[],
): Set<string> {
  const named = new Set(checkpoints.flatMap(({ id, name }) => (name === null ? [] : [id])));
  const isNamed = ({ name, checkpoint }: Pick<Snapshot, "name" | "checkpoint">) =>
    name !== null || (checkpoint !== null && named.has(checkpoint));
  return new Set(snapshots.filter(isNamed).map(({ id }) => id));
}

/**
 * Which snapshots to delete, of those of one project, oldest first. Named ones and the newest of each worktree are kept,
 * whatever their age. Of a session that has too many, those in the middle of its turns go first.
 *
 * A clock that is or was wrong must not make fresh snapshots look old. So their age is that at the newest one, what
 * the last session of a worktree needs has none, and those from the future count last.
 */
export function findExpiredSnapshots(
  snapshots: readonly ExpiryCandidate[],
  { retentionDays, maxPerSession }: Pick<Config["snapshots"], "retentionDays" | "maxPerSession">,
  { now, named, newestAt }: ExpiryFacts,
): string[] {
  const newest = newestOfWorktrees(snapshots, now);
  const ageless = findLastWork(snapshots, now);
  const oldestAt = Math.min(now, newestAt) - retentionDays * DAY_MS;
  const inOrder = futureFirst(snapshots, now);
  const isDeletable = ({ id }: ExpiryCandidate) => !named.has(id) && !newest.has(id);
  const isOld = ({ id, createdAt }: ExpiryCandidate) => createdAt < oldestAt && !ageless.has(id);
  const expired = new Set(
    inOrder.filter((snapshot) => isDeletable(snapshot) && isOld(snapshot)).map(({ id }) => id),
  );
  for (const own of groupBySession(inOrder)) {
    const left = own.filter(({ id }) => !expired.has(id) && !named.has(id));
    const excess = Math.max(0, left.length - maxPerSession);
    for (const { id } of middlesFirst(left).filter(isDeletable).slice(0, excess)) expired.add(id);
  }
  return inOrder.filter(({ id }) => expired.has(id)).map(({ id }) => id);
}

function groupBySession(snapshots: readonly ExpiryCandidate[]): Iterable<ExpiryCandidate[]> {
  const groups = new Map<string, ExpiryCandidate[]>();
  for (const snapshot of snapshots) {
    const key = snapshot.session ?? "";
    groups.set(key, [...(groups.get(key) ?? []), snapshot]);
  }
  return groups.values();
}

/**
 * In the middle of a turn is what another one of the same turn follows. Without it, the turn can still be taken back. What
 * belongs to a checkpoint is there to be restored itself.
 */
function middlesFirst(snapshots: readonly ExpiryCandidate[]): ExpiryCandidate[] {
  const followers = new Map(snapshots.map((snapshot) => [snapshot.previous, snapshot]));
  const isMiddle = (snapshot: ExpiryCandidate) => {
    const follower = followers.get(snapshot.id);
    return snapshot.checkpoint === null && follower !== undefined && haveSameTurns(snapshot, follower);
  };
  return [...snapshots.filter(isMiddle), ...snapshots.filter((snapshot) => !isMiddle(snapshot))];
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
