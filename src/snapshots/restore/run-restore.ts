import type { SnapshotStore } from "../../kernel/ports/snapshots.ts";
import type { SnapshotRequest } from "../../kernel/snapshot.ts";
import { takeSnapshot } from "../take-snapshot.ts";
import { identifyWorktree } from "../worktree-identity.ts";
import { captureIfPossible, planSafely } from "./check-content.ts";
import { applyJournal, endWithoutSteps, type RestoringDeps } from "./finish-restore.ts";
import { type Journal, nextOrder, writeJournal } from "./journal.ts";
import type { FilesNow, RestorePlan } from "./plan-restore.ts";

interface RestoreInput {
  kind: Journal["kind"];
  /** What was asked for, in words. */
  label: string;
  request: SnapshotRequest;
  /** The restore that is taken back. */
  undoes: string | null;
  /** The sessions that worked on the files since the moment that comes back. */
  sessions: readonly string[];
  /** See `Journal`. */
  restored: readonly string[] | null;
  /** Makes the plan from the files as they are now. */
  plan(now: FilesNow): Promise<RestorePlan>;
  /** Called once the restore will be completed whatever happens. */
  begun(journal: Journal): Promise<void>;
}

/** What an undo does not need. */
const NOT_CAPTURED: { id: string | null; captured: FilesNow } = {
  id: null,
  captured: { tree: "", index: null, uncovered: [], permissions: null },
};

/**
 * Brings files back. First everything that is there is captured, then the plan is written down; only then are files
 * touched. From that moment, a killed restore is completed by the next snapshot of this worktree, `restore` or
 * `undo` (`finishRestore`).
 */
export async function runRestore(
  ctx: RestoringDeps,
  store: SnapshotStore,
  { kind, label, request, undoes, sessions, restored, plan, begun }: RestoreInput,
): Promise<{ plan: RestorePlan; journal: Journal; now: FilesNow }> {
  const take = () => takeSnapshot(ctx, store, request);
  const capture = undoes === null ? take : async () => (await captureIfPossible(take)) ?? NOT_CAPTURED;
  const { taken: safety, plan: planned } = await planSafely(store, capture, ({ captured }) => plan(captured));
  const at = ctx.clock();
  const journal: Journal = {
    id: ctx.newId("rst"),
    kind,
    phase: "prepare",
    at,
    order: nextOrder(store, at),
    target: label,
    safety: safety.id,
    undoes,
    steps: planned.steps,
    directories: planned.directories,
    index: planned.index,
    kept: [],
    failed: [],
    undone: false,
    unseen: false,
    sessions: [...sessions],
    restored: restored && [...restored],
    identity: identifyWorktree(store.worktree),
  };
  if (isEmpty(planned)) {
    if (undoes !== null) await endWithoutSteps(store, journal);
    return { plan: planned, journal, now: safety.captured };
  }
  writeJournal(store, journal);
  const applying = { ...journal, phase: "apply" as const };
  writeJournal(store, applying);
  await begun(applying);
  const done = await applyJournal(ctx, store, { journal: applying, request });
  return { plan: planned, journal: done, now: safety.captured };
}

function isEmpty({ steps, directories: { create, remove }, index }: RestorePlan): boolean {
  return index === null && steps.length + create.length + remove.length === 0;
}
