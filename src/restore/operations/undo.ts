import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { defineOperation, flag } from "../../kernel/operation.ts";
import type { SnapshotStore } from "../../kernel/ports/snapshots.ts";
import type { SnapshotRequest } from "../../kernel/snapshot.ts";
import { awaitRequests } from "../../snapshots/await-requests.ts";
import { captureIfPossible, checkContent, planSafely } from "../../snapshots/restore/check-content.ts";
import { checkWritable } from "../../snapshots/restore/check-writable.ts";
import { onlyMissing } from "../../snapshots/restore/directory-modes.ts";
import { findFilledDirectories } from "../../snapshots/restore/empty-directories.ts";
import { finishRestore } from "../../snapshots/restore/finish-restore.ts";
import {
  findInFormerDirectory,
  isLeftToUndo,
  type Journal,
  listDone,
  MAX_UNDOABLE,
  writeDone,
} from "../../snapshots/restore/journal.ts";
import { lookAtFile } from "../../snapshots/restore/look-at-file.ts";
import { emptyPlan, inOrder, type KeptFile, type RestorePlan } from "../../snapshots/restore/plan-restore.ts";
import { RestoreView, viewRestore } from "../../snapshots/restore/restore-view.ts";
import { runRestore } from "../../snapshots/restore/run-restore.ts";
import {
  findUnfinished,
  namingUnfinished,
  noteUnfinished,
} from "../../snapshots/restore/unfinished-restore.ts";
import { joinNotes } from "../../snapshots/restore-target.ts";
import { withdrawForks } from "../conversation/withdraw-forks.ts";
import { markRestored } from "../notice/mark-restored.ts";
import { notifySessions } from "../notice/notify-sessions.ts";
import { mayApply, requestFor } from "./restore.ts";

export const undo = defineOperation({
  name: "undo",
  group: "files",
  summary: "Take back the last restore of files",
  readOnly: false,
  destructive: true,
  input: z.object({ dryRun: flag("Show the plan and change nothing") }),
  output: RestoreView,
  async run(ctx, { dryRun }) {
    await awaitRequests(ctx);
    const place = await ctx.workspace.locate(ctx.caller.cwd);
    const work = (store: SnapshotStore) =>
      dryRun || !mayApply(ctx) ? previewUndo(ctx, store) : undoIn(ctx, store, requestFor(ctx, place));
    return await namingUnfinished(ctx, place, () => ctx.snapshots.use(place, work));
  },
});

async function undoIn(ctx: Context, store: SnapshotStore, request: SnapshotRequest): Promise<RestoreView> {
  const finished = await finishRestore(ctx, store, request);
  const done = listDone(store);
  const last = done.find(isLeftToUndo);
  const unseen = findUnseen(done);
  // Asked for again because it was killed: an earlier restore must not be taken back too.
  if (unseen && (finished ?? last)) return await showUnseen(ctx, store, unseen);
  if (!last) throw nothingLeft(findInFormerDirectory(store));
  const outcome = await runRestore(ctx, store, {
    kind: "undo",
    label: labelOf(last),
    request,
    undoes: last.id,
    sessions: last.sessions,
    restored: last.restored,
    plan: () => planUndo(store, last),
    begun: (journal) => notifySessions(ctx, store, { journal, target: null }),
  });
  await markRestored(ctx, store, outcome.journal);
  await withdrawForks(ctx, store, last);
  const note = noteOfKept(outcome.plan, last, listDone(store));
  return await viewRestore(
    ctx.redactor,
    store,
    { ...outcome, target: labelOf(last), snapshot: null, note },
    null,
  );
}

/** Shows what would be taken back of the files as they are now, also of a restore that was interrupted. */
async function previewUndo(ctx: Context, store: SnapshotStore): Promise<RestoreView> {
  const unfinished = findUnfinished(store);
  const last = findUndoable(listDone(store), unfinished);
  if (!last) throw nothingLeft(findInFormerDirectory(store));
  const capture = () => captureIfPossible(store.capture);
  const { plan } = await planSafely(store, capture, async () => {
    const planned = await planUndo(store, last);
    return unfinished ? await withoutUntouched(store, planned, last) : planned;
  });
  const note = joinNotes(noteUnfinished(ctx, unfinished), noteOfKept(plan, last, null));
  return await viewRestore(
    ctx.redactor,
    store,
    { target: labelOf(last), snapshot: null, plan, journal: null, note },
    null,
  );
}

/** An undo that was interrupted is about the restore that it takes back. */
function findUndoable(done: readonly Journal[], unfinished: Journal | undefined): Journal | undefined {
  if (!unfinished) return done.find(isLeftToUndo);
  return unfinished.kind === "restore" ? unfinished : done.find(({ id }) => id === unfinished.undoes);
}

/** What a restore has not reached yet, or an undo has taken back already, is no change of somebody else. */
async function withoutUntouched(
  store: SnapshotStore,
  plan: RestorePlan,
  { steps }: Journal,
): Promise<RestorePlan> {
  const before = new Map(steps.map((step) => [step.path, step.before]));
  const conflicts: KeptFile[] = [];
  for (const kept of plan.conflicts)
    if ((await lookAtFile(store, kept.path, before.get(kept.path) ?? null)).type !== "same")
      conflicts.push(kept);
  return { ...plan, conflicts };
}

function labelOf({ target }: Journal): string {
  return `as before the last restore (${target})`;
}

/** A copy of a directory is another one: what was restored in the original is not in it for sure. */
function nothingLeft(former: Journal | undefined): HoldfastError {
  const safety = former?.safety ?? null;
  const next =
    safety === null
      ? `Only the last ${MAX_UNDOABLE} restores can be taken back. Run \`holdfast changes\` to see what was captured.`
      : `The last restore was in another directory at this path, or in the original of this copy. To bring back what was there before it, run \`holdfast restore ${safety} --overwrite\`.`;
  return new HoldfastError("not_found", "No restore of this directory is left to take back.", { next });
}

function findUnseen([newest]: readonly Journal[]): Journal | undefined {
  return newest?.kind === "undo" && newest.unseen ? newest : undefined;
}

/** Whatever completed it: this command, or a snapshot before. */
async function showUnseen(ctx: Context, store: SnapshotStore, journal: Journal): Promise<RestoreView> {
  writeDone(store, { ...journal, unseen: false });
  await markRestored(ctx, store, journal);
  const note = "This is the undo that had been interrupted. It is complete now.";
  const shown = { target: journal.target, snapshot: null, plan: emptyPlan(), journal, note };
  return await viewRestore(ctx.redactor, store, shown, null);
}

/** What was changed since stays, but what the restore replaced is not lost. */
function noteOfKept(
  { conflicts, steps, failed, index }: RestorePlan,
  { safety }: Journal,
  done: readonly Journal[] | null,
): string | null {
  if (conflicts.length === 0 || safety === null) return null;
  const kept = `What was there before the restore is in ${safety}: \`holdfast restore ${safety} <path> --overwrite\`.`;
  const isAll = steps.length + failed.length === 0 && index === null;
  const isNextEarlier = isAll && done?.some(isLeftToUndo);
  return isNextEarlier ? `${kept} The next \`holdfast undo\` takes back the restore before that one.` : kept;
}

/** The steps of the restore in reverse, except for files that were changed since. */
async function planUndo(
  store: SnapshotStore,
  { safety, steps, directories, index }: Journal,
): Promise<RestorePlan> {
  const plan = emptyPlan();
  for (const { path, before, after } of steps) {
    const look = await lookAtFile(store, path, after);
    if (look.type === "same") plan.steps.push({ path, before: after, after: before });
    else if (look.type === "unreadable") plan.failed.push({ path, reason: look.reason });
    else plan.conflicts.push({ path, reason: "changed since the restore" });
  }
  const filled = await findFilledDirectories(store, { safety, steps: plan.steps });
  const whole = {
    ...plan,
    steps: plan.steps.sort(inOrder),
    directories: {
      ...plan.directories,
      create: filled,
      keep: filled,
      remove: directories.create,
      modes: onlyMissing(store.worktree, directories.deletedModes),
    },
    index: index && { before: index.after, after: index.before },
  };
  return checkWritable(store.worktree, await checkContent(store, whole));
}
