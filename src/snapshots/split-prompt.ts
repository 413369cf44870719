import type { CapturedFiles, FileChange, SnapshotStore } from "../kernel/ports/snapshots.ts";
import type { TimedRequest } from "../kernel/snapshot.ts";
import { createArrivalTimes } from "./arrival-times.ts";
import { lastChange } from "./last-change.ts";
import { NOBODY } from "./made-later.ts";
import { type CapturingDeps, type Over, saveCaptured } from "./save-captured.ts";
import type { WorktreeState } from "./worktree-state.ts";

/** What was captured at a prompt, and what was known before. */
export interface PromptCapture {
  request: TimedRequest;
  /** See `CaptureInput`. */
  began: number;
  captured: CapturedFiles;
  state: WorktreeState;
}

/**
 * Which of the changes were made before a prompt, although its files were captured when the agent may have been at work. The
 * times of files in a directory that it renamed are older.
 */
export function findMadeBefore(
  store: Pick<SnapshotStore, "worktree">,
  happenedAt: number,
  changes: readonly FileChange[],
): FileChange[] {
  const arrivalOf = createArrivalTimes(store, changes);
  return changes.filter(
    (change) => (arrivalOf(change) ?? lastChange(store.worktree, change.path)) <= happenedAt,
  );
}

/**
 * Saves them as a snapshot of their own, so that the turn has only the rest. What both changed counts as the turn's. Returns its
 * time: the next snapshot must be younger.
 */
export async function saveMadeBefore(
  ctx: CapturingDeps,
  store: SnapshotStore,
  found: PromptCapture & { over: Over },
  changes: readonly FileChange[],
): Promise<number> {
  const { request, captured, state, over } = found;
  const tree = await store.changeTree(state.latest?.tree ?? captured.tree, changes);
  const before = (await store.list()).find(({ id }) => id === state.latest?.id);
  const began = Math.max(Math.min(request.at, found.began - 1), (before?.createdAt ?? 0) + 1);
  await saveCaptured(ctx, store, {
    request: { ...request, ...NOBODY, moment: "during_turn" },
    captured: { ...captured, tree },
    state,
    began,
    isOfThen: true,
    over,
  });
  return began;
}
