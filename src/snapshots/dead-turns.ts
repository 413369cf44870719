import type { Context } from "../kernel/context.ts";
import type { FileChange, SnapshotStore } from "../kernel/ports/snapshots.ts";
import type { Turn } from "../kernel/snapshot.ts";
import type { SessionStorage } from "../kernel/storage/session-storage.ts";
import { isLive } from "../sessions/is-live.ts";
import { lastChange, type Share, shareOf } from "./last-change.ts";
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
  { store, clock, processes }: LifeDeps,
  { running, isRecreated }: Pick<WorktreeState, "running" | "isRecreated">,
): Promise<DeadTurns> {
  const turns: Turn[] = [];
  let until = 0;
  for (const turn of running) {
    const session = await store.getSession(turn.session);
    if (!session || isLive(session, { processes, now: clock(), asking: { pid: null } })) continue;
    turns.push(turn);
    until = Math.max(until, session.lastSeenAt);
  }
  return { turns, until, wereElsewhere: isRecreated };
}

/** Whether a file was written so late that no turn of these did it. The time of a deletion is not known. */
export function isAfter(
  { turns, until, wereElsewhere }: DeadTurns,
  { worktree }: Pick<SnapshotStore, "worktree">,
  { path, after }: FileChange,
): boolean {
  if (turns.length === 0 || wereElsewhere) return turns.length > 0;
  return after !== null && lastChange(worktree, path) > until + DEAD_MS;
}

/** How many of the changes since the snapshot before were made after the agents of these turns had died. */
export function shareAfter(
  dead: DeadTurns,
  store: Pick<SnapshotStore, "worktree">,
  changes: readonly FileChange[],
): Share {
  return shareOf(changes, (change) => isAfter(dead, store, change));
}
