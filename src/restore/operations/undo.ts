import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { defineOperation, flag } from "../../kernel/operation.ts";
import type { SnapshotStore } from "../../kernel/ports/snapshots.ts";
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
import { emptyPlan, inOrder, type RestorePlan } from "../../snapshots/restore/plan-restore.ts";
import { RestoreView, viewRestore } from "../../snapshots/restore/restore-view.ts";
import { runRestore } from "../../snapshots/restore/run-restore.ts";
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
    return await ctx.snapshots.use(place, async (store) => {
      const finished = await finishRestore(ctx, store, requestFor(ctx, place));
      const done = listDone(store);
      const last = done.find(isLeftToUndo);
      const stopped = dryRun ? undefined : findUnseen(done);
      // Asked for again because it was killed: an earlier restore must not be taken back too.
      if (stopped && (finished ?? last)) return await showUnseen(ctx, store, stopped);
      if (!last) throw nothingLeft(findInFormerDirectory(store));
      const plan = () => planUndo(store, last);
      const label = `as before the last restore (${last.target})`;
      const outcome =
        dryRun || !mayApply(ctx)
          ? { ...(await planSafely(store, () => captureIfPossible(store.capture), plan)), journal: null }
          : await runRestore(ctx, store, {
              kind: "undo",
              label,
              request: requestFor(ctx, place),
              undoes: last.id,
              sessions: last.sessions,
              restored: last.restored,
              plan,
              begun: (journal) => notifySessions(ctx, store, { journal, target: null }),
            });
      if (outcome.journal) {
        await markRestored(ctx, store, outcome.journal);
        await withdrawForks(ctx, store, last);
      }
      const shown = {
        target: label,
        snapshot: null,
        ...outcome,
        note: noteOfKept(outcome.plan, last, outcome.journal && listDone(store)),
      };
      return await viewRestore(ctx.redactor, store, shown, null);
    });
  },
});

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
  const note = "This is the undo that had been stopped. It is complete now.";
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
