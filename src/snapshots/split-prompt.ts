import type { CapturedFiles, FileChange, SnapshotStore } from "../kernel/ports/snapshots.ts";
import type { TimedRequest } from "../kernel/snapshot.ts";
import { lastChange } from "./last-change.ts";
import { NOBODY } from "./made-later.ts";
import { type CapturingDeps, type Over, saveCaptured } from "./save-captured.ts";
import type { WorktreeState } from "./worktree-state.ts";

/** Which of the changes were made before a prompt, although its files were captured when the agent was already at work. */
export function findMadeBefore(
  { worktree }: Pick<SnapshotStore, "worktree">,
  { happenedAt = 0 }: TimedRequest,
  changes: readonly FileChange[],
): FileChange[] {
  return changes.filter(({ path }) => lastChange(worktree, path) <= happenedAt);
}

/** Saves them as a snapshot of their own, so that the turn has only the rest. What both changed counts as the turn's. */
export async function saveMadeBefore(
  ctx: CapturingDeps,
  store: SnapshotStore,
  found: { request: TimedRequest; captured: CapturedFiles; state: WorktreeState; over: Over },
  changes: readonly FileChange[],
): Promise<void> {
  const { request, captured, state, over } = found;
  const deletionsFirst = changes.toSorted((a, b) => Number(a.after !== null) - Number(b.after !== null));
  const tree = await store.changeTree(state.latest?.tree ?? captured.tree, deletionsFirst);
  const before = (await store.list()).find(({ id }) => id === state.latest?.id);
  await saveCaptured(ctx, store, {
    request: { ...request, ...NOBODY, moment: "during_turn" },
    captured: { ...captured, tree },
    state,
    began: Math.max(request.at, (before?.createdAt ?? 0) + 1),
    isOfThen: true,
    over,
  });
}
