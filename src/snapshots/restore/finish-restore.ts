import type { SnapshotStore } from "../../kernel/ports/snapshots.ts";
import { applyStep, isSameFile } from "./apply-step.ts";
import { commitJournal, discardJournal, type Journal, listDone, readJournal, writeDone } from "./journal.ts";
import type { KeptFile } from "./plan-restore.ts";

/**
 * Ends a restore that a killed process left: what was only planned is dropped, and what was begun is completed. Every
 * step checks what is there, so it makes no difference how often it runs.
 */
export async function finishRestore(store: SnapshotStore): Promise<Journal | undefined> {
  const journal = readJournal(store);
  if (!journal) return undefined;
  if (journal.phase === "prepare") {
    discardJournal(store);
    return undefined;
  }
  return await applyJournal(store, journal);
}

/** Makes the steps, verifies each from its bytes, and ends the restore. */
export async function applyJournal(store: SnapshotStore, journal: Journal): Promise<Journal> {
  const kept: KeptFile[] = [...journal.kept];
  for (const [number, step] of journal.steps.entries()) {
    const temporary = `.holdfast-${journal.id}-${number}.tmp`;
    const reason = await applyStep(store, step, { worktree: store.worktree, temporary });
    if (reason !== undefined) kept.push({ path: step.path, reason });
  }
  const left = new Set(kept.map(({ path }) => path));
  for (const { path, after } of journal.steps) {
    if (left.has(path) || isSameFile(await store.identify(path), after)) continue;
    kept.push({ path, reason: "it has changed again" });
    left.add(path);
  }
  const steps = journal.steps.filter(({ path }) => !left.has(path));
  if (journal.undoes !== null) markUndone(store, journal.undoes);
  return commitJournal(store, { ...journal, steps, kept });
}

function markUndone(store: SnapshotStore, id: string): void {
  const undone = listDone(store).find((each) => each.id === id);
  if (undone) writeDone(store, { ...undone, undone: true });
}
