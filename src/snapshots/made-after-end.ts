import type { FileChange, SnapshotStore } from "../kernel/ports/snapshots.ts";
import type { SnapshotMoment, TimedRequest, Turn } from "../kernel/snapshot.ts";
import { DEAD_MS } from "./dead-turns.ts";
import { lastChange } from "./last-change.ts";
import { type CaptureInput, type CapturingDeps, saveCaptured } from "./save-captured.ts";
import { readWorktreeState } from "./worktree-state.ts";

/** The clock of a file system may differ from that of the one with the queue, such as that of a server. */
const TOLERANCE_MS = 1_000;

const ENDS: ReadonlySet<SnapshotMoment> = new Set(["turn_end", "session_end"]);

/** Nobody whose turn is known. */
const NOBODY = { session: null, agent: null, turn: null, checkpoint: null, name: null };

/**
 * What was changed after a turn had ended, but before its files were captured: without a daemon that may take hours. Or
 * after its agent had died, before another process continues the session. The time of a deletion is not known; it counts
 * as the turn's, since bringing a file back destroys nothing.
 */
export function findMadeAfterEnd(
  { worktree }: Pick<SnapshotStore, "worktree">,
  request: TimedRequest,
  { changes, running }: { changes: readonly FileChange[]; running: readonly Turn[] },
): FileChange[] {
  const end = endOfTurn(request, running);
  if (end === undefined) return [];
  return changes.filter(({ path, after }) => after !== null && lastChange(worktree, path) > end);
}

function endOfTurn(
  { moment, session, queuedAt, lastSeenAt }: TimedRequest,
  running: readonly Turn[],
): number | undefined {
  if (ENDS.has(moment)) return queuedAt === undefined ? undefined : queuedAt + TOLERANCE_MS;
  const isRunning = running.some((turn) => turn.session === session);
  return isRunning && lastSeenAt !== undefined ? lastSeenAt + DEAD_MS : undefined;
}

/** Saves what the turn left, as far as it is known, and then what is there. Returns the turn's. */
export async function saveApart(
  ctx: CapturingDeps,
  store: SnapshotStore,
  input: CaptureInput,
  { changes, later }: { changes: readonly FileChange[]; later: readonly FileChange[] },
) {
  const { request, captured, state, began } = input;
  const own = changes.filter((change) => !later.includes(change));
  const deletionsFirst = own.toSorted((a, b) => Number(a.after !== null) - Number(b.after !== null));
  const tree = await store.changeTree(state.latest?.tree ?? captured.tree, deletionsFirst);
  const saved = await saveCaptured(ctx, store, { ...input, captured: { ...captured, tree } });
  await saveCaptured(ctx, store, {
    request: { ...request, ...NOBODY, moment: "during_turn" },
    captured,
    state: readWorktreeState(store),
    began: began + 1,
  });
  return { ...saved, captured, changes: own };
}
