import { lstatSync } from "node:fs";
import { bytesInside } from "../../files/raw-path.ts";
import type { Context } from "../../kernel/context.ts";
import type { FileChange, SnapshotStore } from "../../kernel/ports/snapshots.ts";
import type { RawPath, Snapshot, Turn } from "../../kernel/snapshot.ts";
import { isLive } from "../../sessions/is-live.ts";
import { findOwners, type Step } from "../change-owners.ts";
import type { RestoreTarget } from "../find-target.ts";
import { findIncluded } from "../included-sessions.ts";
import type { WorktreeState } from "../worktree-state.ts";
import { planRestore, type RestorePlan } from "./plan-restore.ts";

type PreparingDeps = Pick<Context, "store" | "clock" | "processes">;

export interface RestoreOptions {
  paths: readonly RawPath[];
  overwrite: boolean;
}

/** Who wrote to a file later than this after the last event of a session that died, was not that session. */
const LATE_MS = 60_000;

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
  return [...steps, ...(await splitLast(ctx, store, { ...last, state }))];
}

/** Changes since the last snapshot belong to the turns that are running, as far as their agents were still alive. */
async function splitLast(
  ctx: PreparingDeps,
  store: SnapshotStore,
  { before, changes, state }: { before: string; changes: readonly FileChange[]; state: WorktreeState },
): Promise<Step[]> {
  const { latest, running } = state;
  const until = await findSilence(ctx, running);
  const isLate = ({ path, after }: FileChange) =>
    until !== undefined && after !== null && changedAt(store.worktree, path) > until + LATE_MS;
  const previous = latest?.id ?? null;
  return [
    { snapshot: { previous, turns: running }, before, changes: changes.filter((one) => !isLate(one)) },
    { snapshot: { previous, turns: [] }, before, changes: changes.filter(isLate) },
  ];
}

/** The time of the last event if none of these sessions is alive. */
async function findSilence(ctx: PreparingDeps, running: readonly Turn[]): Promise<number | undefined> {
  let last: number | undefined;
  for (const { session: id } of running) {
    const session = await ctx.store.getSession(id);
    if (!session) continue;
    const now = ctx.clock();
    if (isLive(session, { processes: ctx.processes, now, asking: { ...session, pid: null } }))
      return undefined;
    last = Math.max(last ?? 0, session.lastSeenAt);
  }
  return last;
}

/** When the file system last noted a change. No program can set this time. */
function changedAt(worktree: string, path: RawPath): number {
  return lstatSync(bytesInside(worktree, path), { throwIfNoEntry: false })?.ctimeMs ?? 0;
}
