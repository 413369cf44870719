import type { FileChange, SnapshotStore } from "../kernel/ports/snapshots.ts";
import type { SnapshotMoment, TimedRequest, Turn } from "../kernel/snapshot.ts";
import { createArrivalTimes } from "./arrival-times.ts";
import { type CaptureInput, type CapturingDeps, saveCaptured } from "./save-captured.ts";
import { DEAD_MS } from "./stopped-turns.ts";
import { readWorktreeState, type WorktreeState } from "./worktree-state.ts";

/** The clock of a file system may differ from that of the one with the queue, such as that of a server. */
const TOLERANCE_MS = 1_000;

const ENDS: ReadonlySet<SnapshotMoment> = new Set(["turn_end", "session_end"]);

/** Events of agents. What a person has captured shows what is there. */
const BY_AGENT: ReadonlySet<SnapshotMoment> = new Set([
  "prompt",
  "during_turn",
  "before_risk",
  "pre_compact",
]);

/** Nobody whose turn is known. */
export const NOBODY = { session: null, agent: null, turn: null, checkpoint: null, name: null };

/**
 * What was changed after the moment of a request, but before its files were captured: without a daemon that may take hours.
 * Or after the agent of a turn had died, before another process continues its session. When a file was deleted is not
 * known unless it was moved: it counts as the turn's, since bringing it back destroys nothing.
 */
export function findMadeLater(
  store: Pick<SnapshotStore, "worktree">,
  request: TimedRequest,
  { changes, running }: { changes: readonly FileChange[]; running: readonly Turn[] },
): FileChange[] {
  const end = endOf(request, running);
  if (end === undefined) return [];
  const isBeforeTurn = request.next?.moment === "prompt" && !ENDS.has(request.moment) && running.length === 0;
  const arrivalOf = createArrivalTimes(store, changes);
  const isLater = (change: FileChange) => (arrivalOf(change) ?? 0) > end;
  return changes.filter((change) => (change.after === null && isBeforeTurn) || isLater(change));
}

function endOf(
  { moment, session, happenedAt, next, lastSeenAt, diedAt }: TimedRequest,
  running: readonly Turn[],
): number | undefined {
  if (ENDS.has(moment)) return happenedAt === undefined ? undefined : happenedAt + TOLERANCE_MS;
  if (next !== undefined) return next.happenedAt + TOLERANCE_MS;
  const isRunning = running.some((turn) => turn.session === session);
  const last = BY_AGENT.has(moment) ? diedAt : isRunning ? lastSeenAt : undefined;
  return last === undefined ? undefined : last + DEAD_MS;
}

/**
 * Saves what was there at the moment of the request, as far as it is known, and then what is there now, unless a request
 * that waits does. Returns the first.
 */
export async function saveApart(
  ctx: CapturingDeps,
  store: SnapshotStore,
  input: Omit<CaptureInput, "request"> & { request: TimedRequest },
  changes: readonly FileChange[],
) {
  const { request, captured, state, began } = input;
  const tree = await store.changeTree(state.latest?.tree ?? captured.tree, changes);
  const asOf = { ...input, captured: { ...captured, tree }, began: await timeOf(store, input) };
  const saved = await saveCaptured(ctx, store, asOf);
  if (request.next === undefined)
    await saveCaptured(ctx, store, {
      request: { ...request, ...NOBODY, moment: "during_turn" },
      captured,
      state: withoutDead(readWorktreeState(store), request),
      began: began + 1,
    });
  return { ...saved, captured, changes };
}

function withoutDead(state: WorktreeState, { session, diedAt }: TimedRequest): WorktreeState {
  if (diedAt === undefined) return state;
  return { ...state, running: state.running.filter((turn) => turn.session !== session) };
}

/** These files are those of the end, not of the time when they are captured, but the snapshot before is not younger. */
async function timeOf(
  store: SnapshotStore,
  { request, state, began }: Omit<CaptureInput, "request"> & { request: TimedRequest },
): Promise<number> {
  const end = endOf(request, state.running) ?? began;
  const before = (await store.list()).find(({ id }) => id === state.latest?.id);
  return Math.min(began, Math.max(Math.round(end), (before?.createdAt ?? 0) + 1));
}
