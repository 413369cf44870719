import type { Context } from "../../kernel/context.ts";
import type { SnapshotStore } from "../../kernel/ports/snapshots.ts";
import type { RawPath, Snapshot } from "../../kernel/snapshot.ts";
import { findOwners, type Step } from "../change-owners.ts";
import type { RestoreTarget } from "../find-target.ts";
import { findIncluded } from "../included-sessions.ts";
import { splitLatest } from "../split-latest.ts";
import type { WorktreeState } from "../worktree-state.ts";
import { planRestore, type RestorePlan } from "./plan-restore.ts";

type PreparingDeps = Pick<Context, "store" | "clock" | "processes">;

export interface RestoreOptions {
  paths: readonly RawPath[];
  overwrite: boolean;
}

/** Plans a restore of the files, of which `tree` is what is there now. */
export async function prepareRestore(
  ctx: PreparingDeps,
  store: SnapshotStore,
  input: RestoreOptions & {
    target: RestoreTarget;
    timeline: readonly Snapshot[];
    state: WorktreeState;
    tree: string;
  },
): Promise<RestorePlan> {
  const { target, timeline, state, tree, paths, overwrite } = input;
  const [changes = []] = await store.compare([target.snapshot.tree, tree]);
  const since = timeline.slice(timeline.indexOf(target.snapshot));
  const steps = await readSteps(ctx, store, { since, state, tree });
  const sessions = steps.flatMap(({ snapshot }) => snapshot.turns.map(({ session }) => session));
  const included = await findIncluded(ctx.store, sessions, target.session);
  return planRestore({
    changes,
    owners: findOwners(steps),
    isIncluded: (session) => included.has(session),
    ignored: await store.findIgnored(
      changes.map(({ path }) => path),
      target.snapshot,
    ),
    uncovered: target.snapshot,
    paths,
    overwrite,
  });
}

/** What changed from snapshot to snapshot, and since the last one. */
async function readSteps(
  ctx: PreparingDeps,
  store: SnapshotStore,
  { since, state, tree }: { since: readonly Snapshot[]; state: WorktreeState; tree: string },
): Promise<Step[]> {
  const compared = await store.compare([...since.map((each) => each.tree), tree]);
  const steps = since.slice(1).map((snapshot, index) => ({
    snapshot,
    before: since[index]?.id ?? "",
    changes: compared[index] ?? [],
  }));
  const last = { before: since.at(-1)?.id ?? "", changes: compared.at(-1) ?? [] };
  return [...steps, ...(await splitLatest(ctx, store, { ...last, state }))];
}
