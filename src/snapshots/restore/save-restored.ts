import { HoldfastError } from "../../kernel/errors.ts";
import type { CapturedFiles, SnapshotStore, TreeFile } from "../../kernel/ports/snapshots.ts";
import type { SnapshotRequest } from "../../kernel/snapshot.ts";
import { type CapturingDeps, saveCaptured } from "../save-captured.ts";
import { readWorktreeState } from "../worktree-state.ts";
import type { RestoreStep } from "./plan-restore.ts";

interface Restored {
  steps: readonly RestoreStep[];
  request: SnapshotRequest;
  /** Whose work it restored; null for everybody's. */
  restored: readonly string[] | null;
}

/** What a restore did is no change of the session at whose event it is captured. */
const BY_RESTORE = {
  moment: "restored",
  session: null,
  turn: null,
  checkpoint: null,
  name: null,
} as const;

/**
 * Captures what a restore did, and nothing else: what others changed in the meantime is left to the next snapshot, so
 * that it is not taken for a change of the restore.
 */
export async function saveRestored(
  ctx: CapturingDeps,
  store: SnapshotStore,
  { steps, request, restored }: Restored,
): Promise<void> {
  const state = readWorktreeState(store);
  const began = ctx.clock();
  const captured = await tryCapture(store);
  if (!captured) return;
  const tree = await treeAfter(store, steps, { before: state.latest?.tree, now: captured.tree });
  await saveCaptured(ctx, store, {
    request: { ...request, ...BY_RESTORE },
    captured: { ...captured, tree },
    began,
    state,
    restored,
  });
}

interface TreePair {
  before: string | undefined;
  now: string;
}

/** The tree of the time before with what was restored. Most often nobody else changed anything, so it is that of now. */
async function treeAfter(
  store: SnapshotStore,
  steps: readonly RestoreStep[],
  { before, now }: TreePair,
): Promise<string> {
  if (before === undefined) return now;
  const [changes = []] = await store.compare([before, now]);
  const planned = new Map(steps.map(({ path, after }) => [path, after]));
  const isOnlyRestored =
    changes.length === steps.length &&
    changes.every(({ path, after }) => planned.has(path) && isSameBlob(planned.get(path), after));
  return isOnlyRestored ? now : await store.changeTree(before, steps);
}

function isSameBlob(one: TreeFile | null | undefined, other: TreeFile | null): boolean {
  return one?.mode === other?.mode && one?.blob === other?.blob;
}

/** Without it, later restores take what was restored for somebody else's change. The restore itself ends all the same. */
async function tryCapture(store: SnapshotStore): Promise<CapturedFiles | undefined> {
  try {
    return await store.capture();
  } catch (error) {
    if (error instanceof HoldfastError) return undefined;
    throw error;
  }
}
