import { HoldfastError } from "../../kernel/errors.ts";
import type { SnapshotStore, TreeFile } from "../../kernel/ports/snapshots.ts";
import type { RestorePlan } from "./plan-restore.ts";

const GONE =
  "its captured content is gone: it is damaged, or was deleted since it was too old or took too much space (see `snapshots` in the settings)";
const NOT_SAFE =
  "what is there now was captured, but is damaged in the store, so it could not be brought back";

/**
 * Moves the files from the plan to its failures whose content cannot be read: what should come back, or what is there now,
 * which `undo` would need. The others can be restored.
 */
export async function checkContent(
  store: Pick<SnapshotStore, "findUnreadable">,
  plan: RestorePlan,
): Promise<RestorePlan> {
  const wanted = plan.steps.flatMap(({ before, after }) =>
    [before, after].flatMap((file) => file?.blob ?? []),
  );
  const unreadable = new Set(await store.findUnreadable(wanted));
  if (unreadable.size === 0) return plan;
  const isLost = (file: TreeFile | null) => file !== null && unreadable.has(file.blob);
  const failed = plan.steps.flatMap(({ path, before, after }) => {
    if (isLost(after)) return [{ path, reason: GONE }];
    return isLost(before) ? [{ path, reason: NOT_SAFE }] : [];
  });
  const paths = new Set(failed.map(({ path }) => path));
  return {
    ...plan,
    steps: plan.steps.filter(({ path }) => !paths.has(path)),
    failed: [...plan.failed, ...failed],
  };
}

function isFailedGit(error: unknown): boolean {
  return error instanceof HoldfastError && error.code === "snapshot_failed";
}

/**
 * For an undo, which replaces only what its restore wrote: nothing is lost if the files as they are now cannot be captured. The
 * restore itself may be the reason, such as if it brought an earlier `.gitignore` back.
 */
export async function captureIfPossible<Taken>(capture: () => Promise<Taken>): Promise<Taken | undefined> {
  try {
    return await capture();
  } catch (error) {
    if (isFailedGit(error)) return undefined;
    throw error;
  }
}

/**
 * Makes a plan from what is captured. If something that is there now is damaged in the store, such as after a power failure,
 * it is captured again first.
 */
export async function planSafely<Taken>(
  store: Pick<SnapshotStore, "repair">,
  capture: () => Promise<Taken>,
  plan: (taken: Taken) => Promise<RestorePlan>,
): Promise<{ taken: Taken; plan: RestorePlan }> {
  const taken = await capture();
  const planned = await plan(taken).catch((error: unknown) => {
    if (isFailedGit(error)) return undefined;
    throw error;
  });
  const isSafe = planned?.failed.every(({ reason }) => reason !== NOT_SAFE) === true;
  if (planned && isSafe) return { taken, plan: planned };
  await store.repair();
  const again = await capture();
  return { taken: again, plan: await plan(again) };
}
