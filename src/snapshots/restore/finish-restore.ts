import type { Context } from "../../kernel/context.ts";
import type { SnapshotStore, TreeFile } from "../../kernel/ports/snapshots.ts";
import type { RawPath, SnapshotRequest } from "../../kernel/snapshot.ts";
import type { CapturingDeps } from "../save-captured.ts";
import { applyStep, MADE, type StepResult } from "./apply-step.ts";
import { setDirectoryModes } from "./directory-modes.ts";
import { createDirectories, removeDirectories } from "./empty-directories.ts";
import {
  commitJournal,
  discardJournal,
  isLeftToUndo,
  type Journal,
  listDone,
  readJournal,
  writeDone,
} from "./journal.ts";
import { lookAtFile } from "./look-at-file.ts";
import type { KeptFile, RestoreStep } from "./plan-restore.ts";
import { saveRestored } from "./save-restored.ts";
import { applyIndex, INDEX_PATH } from "./user-index.ts";

export type RestoringDeps = CapturingDeps & Pick<Context, "progress">;

/** Files between two messages to a person who waits. */
const SHOWN_EVERY = 100;

/**
 * Ends a restore that a killed process left: what was only planned is dropped, and what was begun is completed. Every
 * step checks what is there, so it makes no difference how often it runs.
 */
export async function finishRestore(
  ctx: RestoringDeps,
  store: SnapshotStore,
  request: SnapshotRequest,
): Promise<Journal | undefined> {
  const journal = readJournal(store);
  if (!journal) return undefined;
  if (journal.phase === "prepare") {
    discardJournal(store);
    return undefined;
  }
  return await applyJournal(ctx, store, { journal: { ...journal, unseen: true }, request });
}

/** Makes the steps, verifies each from its bytes, captures what was restored, and ends the restore. */
export async function applyJournal(
  ctx: RestoringDeps,
  store: SnapshotStore,
  { journal, request }: { journal: Journal; request: SnapshotRequest },
): Promise<Journal> {
  await protectNeeded(store, journal.steps, journal.index?.after);
  const kept: KeptFile[] = [...journal.kept];
  const failed: KeptFile[] = [...journal.failed];
  const note = (path: RawPath, result: StepResult) => {
    if (result.type !== "made")
      (result.type === "kept" ? kept : failed).push({ path, reason: result.reason });
  };
  const { create, remove, keep, modes } = journal.directories;
  const closed = new Set(modes.map(({ path }) => path));
  const applying = { worktree: store.worktree, closed, keep: new Set(keep) };
  removeDirectories(store.worktree, remove);
  const show = await progressOf(ctx, journal);
  for (const [number, step] of journal.steps.entries()) {
    show(number);
    const temporary = `.holdfast-${journal.id}-${number}.tmp`;
    note(step.path, await applyStep(store, step, { ...applying, temporary }));
  }
  if (journal.index !== null) note(INDEX_PATH, await applyIndex(store, journal.index));
  createDirectories(store.worktree, create, closed);
  const left = new Set([...kept, ...failed].map(({ path }) => path));
  for (const { path, after } of journal.steps) {
    const result = left.has(path) ? MADE : await verify(store, path, after);
    note(path, result);
    if (result.type !== "made") left.add(path);
  }
  setDirectoryModes(store.worktree, modes);
  const steps = journal.steps.filter(({ path }) => !left.has(path));
  const index = left.has(INDEX_PATH) ? null : journal.index;
  const ended = { ...journal, steps, index, kept, failed };
  await saveRestored(ctx, store, { steps, request, restored: journal.restored });
  await markUndone(store, ended);
  const done = commitJournal(store, ended);
  const unwritten = new Set(failed.map(({ path }) => path));
  await protectNeeded(
    store,
    journal.steps.filter(({ path }) => unwritten.has(path)),
  );
  return done;
}

async function progressOf(
  { progress }: Pick<Context, "progress">,
  { steps }: Pick<Journal, "steps">,
): Promise<(done: number) => void> {
  const shown = await progress?.();
  return (done) => {
    if (done % SHOWN_EVERY === 0) shown?.update(`Restoring files: ${done} of ${steps.length} …`);
  };
}

async function verify(store: SnapshotStore, path: RawPath, after: TreeFile | null): Promise<StepResult> {
  const look = await lookAtFile(store, path, after);
  if (look.type === "same") return MADE;
  return look.type === "other"
    ? { type: "kept", reason: "it has changed again" }
    : { type: "failed", reason: look.reason };
}

/** An undo of files that were all changed since leaves nothing of its restore either. */
export async function endWithoutSteps(store: SnapshotStore, journal: Journal): Promise<void> {
  await markUndone(store, journal);
  await protectNeeded(store);
}

/** What could not be written, for example to a read-only directory, can still be taken back by the next undo. */
async function markUndone(store: SnapshotStore, ended: Journal): Promise<void> {
  const undone = listDone(store).find((each) => each.id === ended.undoes);
  if (!undone) return;
  const made = new Set(ended.steps.map(({ path }) => path));
  const steps: RestoreStep[] = [];
  for (const step of undone.steps)
    if (!made.has(step.path) && (await isPending(store, step))) steps.push(step);
  const index = ended.failed.some(({ path }) => path === INDEX_PATH) ? undone.index : null;
  const isLeft = steps.length > 0 || index !== null;
  writeDone(store, isLeft ? { ...undone, steps, index } : { ...undone, undone: true });
}

async function isPending(store: SnapshotStore, { path, before, after }: RestoreStep): Promise<boolean> {
  if ((await lookAtFile(store, path, after)).type === "other") return false;
  return before === null || (await store.findUnreadable([before.blob])).length === 0;
}

/**
 * The restore that `undo` would take back needs the files from before it, whatever limits delete their snapshot. So does one
 * that is not complete need what it still has to bring back, also if the process is killed and prune comes first.
 */
async function protectNeeded(
  store: SnapshotStore,
  open: readonly RestoreStep[] = [],
  index?: string,
): Promise<void> {
  const last = listDone(store).find(isLeftToUndo);
  const before = last?.steps.flatMap((step) => step.before?.blob ?? []) ?? [];
  const after = open.flatMap((step) => step.after?.blob ?? []);
  const trees = [last?.index?.before, index].filter((tree) => tree !== undefined);
  await store.protect({ blobs: [...before, ...after], trees });
}
