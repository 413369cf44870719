import * as z from "zod";
import { FileChangeView, viewFileChanges } from "../../checkpoints/file-changes-view.ts";
import { shownPath } from "../../files/raw-path.ts";
import type { Redactor } from "../../kernel/ports/redactor.ts";
import type { SnapshotStore } from "../../kernel/ports/snapshots.ts";
import type { Snapshot } from "../../kernel/snapshot.ts";
import type { Journal } from "./journal.ts";
import type { KeptFile, RestorePlan, RestoreStep } from "./plan-restore.ts";

/** Maximum number of files in each list of an output; the counts are complete. */
const MAX_LISTED = 1_000;

const Kept = z.object({ path: z.string(), reason: z.string() });

/** What a restore does, or did. */
export const RestoreView = z.object({
  target: z.string(),
  /** The snapshot whose files come back. */
  snapshot: z.string().nullable(),
  /** Whether files were changed; otherwise this is only the plan. */
  applied: z.boolean(),
  files: z.array(FileChangeView),
  /** Whether the git index changes too. */
  index: z.boolean(),
  /** Files that somebody else changed since. They are kept. `isNew`: `--overwrite` would delete it. */
  conflicts: z.array(Kept.extend({ isNew: z.boolean() })),
  /** Files that are ignored or not covered. They are never touched. */
  untouched: z.array(Kept),
  /** Files that should come back, but cannot be written. */
  failed: z.array(Kept),
  /** What the snapshot does not contain. */
  uncovered: z.array(Kept),
  counts: z.object({
    created: z.number(),
    changed: z.number(),
    deleted: z.number(),
    /** Directories without files that were missing. */
    directories: z.number(),
    conflicts: z.number(),
    untouched: z.number(),
    failed: z.number(),
    uncovered: z.number(),
  }),
  /** The snapshot from before the restore. */
  safety: z.string().nullable(),
  note: z.string().nullable(),
  /** False if something that should come back did not, or cannot. */
  ok: z.boolean(),
  /** `conflict` if files are to come back, and all are kept, also in a plan. It determines the exit code. */
  error: z.literal("conflict").nullable(),
});
export type RestoreView = z.infer<typeof RestoreView>;

interface Shown {
  target: string;
  snapshot: Snapshot | null;
  plan: RestorePlan;
  journal: Journal | null;
  note: string | null;
}

/** What an undo takes back is in its journal. */
const NO_SNAPSHOT = { id: null, uncovered: [], uncoveredCount: 0 };

export async function viewRestore(
  redactor: Redactor,
  store: SnapshotStore,
  { target, snapshot, plan, journal, note }: Shown,
  trees: { from: string; to: string } | null,
): Promise<RestoreView> {
  const outcome = outcomeOf(plan, journal);
  const { steps, failed, conflicts, index } = outcome;
  const { id, uncovered: listed, uncoveredCount: uncovered } = snapshot ?? NO_SNAPSHOT;
  // What is damaged in the store is among the failures already.
  const lines =
    trees === null ? new Map() : await store.countLines(trees.from, trees.to).catch(() => new Map());
  const kept = (files: readonly KeptFile[]) =>
    files.slice(0, MAX_LISTED).map(({ path, reason }) => ({ path: redactor.text(shownPath(path)), reason }));
  const isKept = keptAll(outcome);
  return {
    target: redactor.text(target),
    snapshot: id,
    applied: journal !== null,
    files: viewFileChanges(redactor, steps, { lines, limit: MAX_LISTED }),
    index: index !== null,
    conflicts: kept(conflicts).map((each, index) => ({ ...each, isNew: isNew(conflicts[index]) })),
    untouched: kept(plan.untouched),
    failed: kept(failed),
    uncovered: kept(listed),
    counts: {
      ...countSteps(steps),
      directories: (journal ?? plan).directories.create.length,
      conflicts: conflicts.length,
      untouched: plan.untouched.length,
      failed: failed.length,
      uncovered,
    },
    safety: isUndoable(journal) ? journal.safety : null,
    note,
    ok: failed.length === 0 && !isKept,
    error: isKept ? "conflict" : null,
  };
}

function isUndoable(journal: Journal | null): journal is Journal {
  if (journal === null) return false;
  const { steps, index, directories } = journal;
  return index !== null || steps.length + directories.create.length > 0;
}

function isNew(file: KeptFile | undefined): boolean {
  return file?.isNew === true;
}

/** What was planned, or what came of it. */
function outcomeOf(plan: RestorePlan, journal: Journal | null) {
  if (journal === null) return plan;
  return {
    steps: journal.steps,
    index: journal.index,
    failed: [...plan.failed, ...journal.failed],
    conflicts: [...plan.conflicts, ...journal.kept],
  };
}

/** Whether something is to come back, and nothing does. */
function keptAll({ steps, failed, conflicts, index }: ReturnType<typeof outcomeOf>): boolean {
  return conflicts.length > 0 && steps.length + failed.length === 0 && index === null;
}

function countSteps(steps: readonly RestoreStep[]) {
  const created = steps.filter(({ before }) => before === null).length;
  const deleted = steps.filter(({ after }) => after === null).length;
  return { created, changed: steps.length - created - deleted, deleted };
}
