import type { Context } from "../kernel/context.ts";
import type { FileChange, SnapshotStore } from "../kernel/ports/snapshots.ts";
import type { TimedRequest, Turn } from "../kernel/snapshot.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";
import { isLive } from "../sessions/is-live.ts";
import { createArrivalTimes } from "./arrival-times.ts";
import { type Share, shareOf } from "./last-change.ts";
import type { WorktreeState } from "./worktree-state.ts";

/** Who wrote to a file later than this after the last event of a session that died, was not that session. */
export const DEAD_MS = 60_000;

export type LifeDeps = Pick<Context, "clock" | "processes"> & { store: SessionStorage };

/** Turns that never end, since their agents died, and the time of the last event of these. */
export interface DeadTurns {
  turns: readonly Turn[];
  until: number;
  /** They were in a directory that was deleted, so that they changed nothing of what is there now. */
  wereElsewhere: boolean;
}

/** Which of the running turns are those of agents that have died. A session that nobody knows counts as alive. */
export async function findDeadTurns(
  deps: LifeDeps,
  { running, isRecreated }: Pick<WorktreeState, "running" | "isRecreated">,
): Promise<DeadTurns> {
  const turns: Turn[] = [];
  let until = 0;
  for (const turn of running) {
    const diedAt = await findDeath(deps, turn.session);
    if (diedAt === undefined) continue;
    turns.push(turn);
    until = Math.max(until, diedAt);
  }
  return { turns, until, wereElsewhere: isRecreated };
}

/** See `TimedRequest`. The clock of the events may be another one than that of the file system. */
export async function findOwnDeath(
  deps: LifeDeps,
  { session, at, happenedAt }: TimedRequest,
): Promise<number | undefined> {
  if (session === null || happenedAt === undefined) return undefined;
  const diedAt = await findDeath(deps, session);
  return diedAt === undefined ? undefined : happenedAt + Math.max(0, diedAt - at);
}

/** When a session was last heard of, if its agent has died or ended since. */
async function findDeath({ store, clock, processes }: LifeDeps, id: string): Promise<number | undefined> {
  const session = await store.getSession(id);
  if (!session || isLive(session, { processes, now: clock(), asking: { pid: null } })) return undefined;
  return session.lastSeenAt;
}

/** Which files were written so late that no turn of these did it. The time of a deletion is not known. */
export function findAfter(
  { turns, until, wereElsewhere }: DeadTurns,
  store: Pick<SnapshotStore, "worktree">,
  changes: readonly FileChange[],
): Set<FileChange> {
  if (turns.length === 0 || wereElsewhere) return new Set(turns.length > 0 ? changes : []);
  const arrivalOf = createArrivalTimes(store, changes);
  const isAfter = (change: FileChange) => change.after !== null && arrivalOf(change) > until + DEAD_MS;
  return new Set(changes.filter(isAfter));
}

/** How many of the changes since the snapshot before were made after the agents of these turns had died. */
export function shareAfter(
  dead: DeadTurns,
  store: Pick<SnapshotStore, "worktree">,
  changes: readonly FileChange[],
): Share {
  const after = findAfter(dead, store, changes);
  return shareOf(changes, (change) => after.has(change));
}
