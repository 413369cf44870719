import type { SnapshotStore } from "../../kernel/ports/snapshots.ts";
import type { RawPath, SnapshotRequest } from "../../kernel/snapshot.ts";
import type { CapturingDeps } from "../save-captured.ts";
import { applyIndex } from "./apply-index.ts";
import { applyStep, isSameFile, type StepResult } from "./apply-step.ts";
import { createDirectories, removeDirectories } from "./empty-directories.ts";
import { commitJournal, discardJournal, type Journal, listDone, readJournal, writeDone } from "./journal.ts";
import { INDEX_PATH } from "./plan-index.ts";
import type { KeptFile } from "./plan-restore.ts";
import { saveRestored } from "./save-restored.ts";

/**
 * Ends a restore that a killed process left: what was only planned is dropped, and what was begun is completed. Every
 * step checks what is there, so it makes no difference how often it runs.
 */
export async function finishRestore(
  ctx: CapturingDeps,
  store: SnapshotStore,
  request: SnapshotRequest,
): Promise<Journal | undefined> {
  const journal = readJournal(store);
  if (!journal) return undefined;
  if (journal.phase === "prepare") {
    discardJournal(store);
    return undefined;
  }
  return await applyJournal(ctx, store, { journal, request });
}

/** Makes the steps, verifies each from its bytes, captures what was restored, and ends the restore. */
export async function applyJournal(
  ctx: CapturingDeps,
  store: SnapshotStore,
  { journal, request }: { journal: Journal; request: SnapshotRequest },
): Promise<Journal> {
  const kept: KeptFile[] = [...journal.kept];
  const failed: KeptFile[] = [...journal.failed];
  const note = (path: RawPath, result: StepResult) => {
    if (result.type !== "made")
      (result.type === "kept" ? kept : failed).push({ path, reason: result.reason });
  };
  removeDirectories(store.worktree, journal.directories.remove);
  for (const [number, step] of journal.steps.entries()) {
    const temporary = `.holdfast-${journal.id}-${number}.tmp`;
    note(step.path, await applyStep(store, step, { worktree: store.worktree, temporary }));
  }
  if (journal.index !== null) note(INDEX_PATH, await applyIndex(store, journal.index));
  createDirectories(store.worktree, journal.directories.create);
  const left = new Set([...kept, ...failed].map(({ path }) => path));
  for (const { path, after } of journal.steps) {
    if (left.has(path) || isSameFile(await store.identify(path), after)) continue;
    kept.push({ path, reason: "it has changed again" });
    left.add(path);
  }
  const steps = journal.steps.filter(({ path }) => !left.has(path));
  const index = left.has(INDEX_PATH) ? null : journal.index;
  const ended = { ...journal, steps, index, kept, failed };
  await saveRestored(ctx, store, { steps, request });
  const hasChanged = index !== null || steps.length + journal.directories.remove.length > 0;
  if (journal.undoes !== null && hasChanged) markUndone(store, journal.undoes);
  return commitJournal(store, ended);
}

function markUndone(store: SnapshotStore, id: string): void {
  const undone = listDone(store).find((each) => each.id === id);
  if (undone) writeDone(store, { ...undone, undone: true });
}
