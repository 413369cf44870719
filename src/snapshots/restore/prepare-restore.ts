import type { Context } from "../../kernel/context.ts";
import type { SnapshotStore } from "../../kernel/ports/snapshots.ts";
import type { RawPath, Snapshot } from "../../kernel/snapshot.ts";
import { findOwners, type Step } from "../change-owners.ts";
import type { RestoreTarget } from "../find-target.ts";
import { findIncluded } from "../included-sessions.ts";
import { splitLatest } from "../split-latest.ts";
import type { WorktreeState } from "../worktree-state.ts";
import { checkPaths } from "./check-paths.ts";
import { checkWritable } from "./check-writable.ts";
import { findObstacles } from "./find-obstacles.ts";
import { type FilesNow, planRestore, type RestorePlan } from "./plan-restore.ts";

type PreparingDeps = Pick<Context, "store" | "clock" | "processes">;

export interface RestoreOptions {
  paths: readonly RawPath[];
  overwrite: boolean;
}

/** Plans a restore of the files, of which `now` is what is there. */
export async function prepareRestore(
  ctx: PreparingDeps,
  store: SnapshotStore,
  input: RestoreOptions & {
    target: RestoreTarget;
    timeline: readonly Snapshot[];
    state: WorktreeState;
    now: FilesNow;
  },
): Promise<RestorePlan> {
  const { target, timeline, state, now, paths, overwrite } = input;
  const { tree } = now;
  const [changes = []] = await store.compare([target.snapshot.tree, tree]);
  checkPaths(store.worktree, paths, changes);
  const since = timeline.slice(timeline.indexOf(target.snapshot));
  const steps = await readSteps(ctx, store, { since, state, tree });
  const sessions = steps.flatMap(({ snapshot }) => snapshot.turns.map(({ session }) => session));
  const included = await findIncluded(ctx.store, sessions, target.session);
  const plan = planRestore({
    changes,
    owners: findOwners(steps),
    isIncluded: (session) => included.has(session),
    obstacles: await findObstacles(store, changes, { target: target.snapshot, now }),
    uncovered: target.snapshot,
    paths,
    overwrite,
  });
  return checkWritable(store.worktree, plan);
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
