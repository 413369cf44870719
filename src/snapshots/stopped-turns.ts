import { catchUp } from "../capture/read-transcript-tail.ts";
import type { Context } from "../kernel/context.ts";
import type { FileChange, SnapshotStore } from "../kernel/ports/snapshots.ts";
import type { SessionSummary } from "../kernel/record.ts";
import type { TimedRequest, Turn } from "../kernel/snapshot.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";
import { isLive } from "../sessions/is-live.ts";
import { createArrivalTimes } from "./arrival-times.ts";
import { findStopTime } from "./find-stop-time.ts";
import { type Share, shareOf } from "./last-change.ts";
import type { WorktreeState } from "./worktree-state.ts";

/** Who wrote to a file later than this after the last event of a session that died, was not that session. */
export const DEAD_MS = 60_000;

/** What was under way when an agent was stopped may be written this much later. */
const STOPPED_MS = 1_000;

export type LifeDeps = Pick<Context, "clock" | "processes" | "agents" | "redactor"> & {
  store: SessionStorage;
};

/** Turns whose end nothing reported, and the time after which none of them changed anything. */
export interface StoppedTurns {
  turns: readonly Turn[];
  until: number;
  /** They were in a directory that was deleted, so that they changed nothing of what is there now. */
  wereElsewhere: boolean;
}

/**
 * Which of the running turns have stopped, since their agents died, or the person or an error stopped them. A session that nobody
 * knows goes on.
 */
export async function findStoppedTurns(
  deps: LifeDeps,
  { running, isRecreated }: Pick<WorktreeState, "running" | "isRecreated">,
): Promise<StoppedTurns> {
  const turns: Turn[] = [];
  let [until, wereElsewhere] = [0, isRecreated];
  for (const turn of running) {
    const stop = await findStop(deps, turn.session);
    if (!stop) continue;
    turns.push(turn);
    until = Math.max(until, stop.until);
    wereElsewhere &&= stop.isDead;
  }
  return { turns, until, wereElsewhere };
}

async function findStop(deps: LifeDeps, id: string): Promise<{ until: number; isDead: boolean } | undefined> {
  const session = await deps.store.getSession(id);
  if (!session) return undefined;
  const stoppedAt = findStopTime((await catchUp(deps, session)).capture);
  if (stoppedAt !== undefined) return { until: stoppedAt + STOPPED_MS, isDead: isDead(deps, session) };
  return isDead(deps, session) ? { until: session.lastSeenAt + DEAD_MS, isDead: true } : undefined;
}

/** See `TimedRequest`. The clock of the events may be another one than that of the file system. */
export async function findOwnDeath(
  deps: LifeDeps,
  { session: id, at, happenedAt }: TimedRequest,
): Promise<number | undefined> {
  if (id === null || happenedAt === undefined) return undefined;
  const session = await deps.store.getSession(id);
  if (!session || !isDead(deps, session)) return undefined;
  return happenedAt + Math.max(0, session.lastSeenAt - at);
}

/** When the newest turn of a session was stopped, if nothing followed until a time. */
export async function findStopBefore(
  deps: LifeDeps,
  id: string,
  at: number,
): Promise<{ stoppedAt: number; agent: string } | undefined> {
  const session = await deps.store.getSession(id);
  if (!session) return undefined;
  const stoppedAt = findStopTime((await catchUp(deps, session)).capture, at);
  return stoppedAt === undefined ? undefined : { stoppedAt, agent: session.agent };
}

/** Whether its agent has died or ended since it was last heard of. */
export function isDead({ clock, processes }: LifeDeps, session: SessionSummary): boolean {
  return !isLive(session, { processes, now: clock(), asking: { pid: null } });
}

/** Which files were written or moved so late that no turn of these did it. When one was only deleted is not known. */
export function findAfter(
  { turns, until, wereElsewhere }: StoppedTurns,
  store: Pick<SnapshotStore, "worktree">,
  changes: readonly FileChange[],
): Set<FileChange> {
  if (turns.length === 0 || wereElsewhere) return new Set(turns.length > 0 ? changes : []);
  const arrivalOf = createArrivalTimes(store, changes);
  return new Set(changes.filter((change) => (arrivalOf(change) ?? 0) > until));
}

/** How many of the changes since the snapshot before were made after these turns had stopped. */
export function shareAfter(
  stopped: StoppedTurns,
  store: Pick<SnapshotStore, "worktree">,
  changes: readonly FileChange[],
): Share {
  const after = findAfter(stopped, store, changes);
  return shareOf(changes, (change) => after.has(change));
}
