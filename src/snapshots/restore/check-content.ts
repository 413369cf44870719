import type { SnapshotStore } from "../../kernel/ports/snapshots.ts";
import type { RestorePlan } from "./plan-restore.ts";

const GONE =
  "its captured content is gone: snapshots are deleted when they are too old or take too much space (see `snapshots` in the settings)";

/** Moves the files from the plan to its failures whose content is not stored, before or after. The others can be restored. */
export async function checkContent(
  store: Pick<SnapshotStore, "findMissing">,
  plan: RestorePlan,
): Promise<RestorePlan> {
  const blobsOf = ({ before, after }: RestorePlan["steps"][number]) =>
    [before, after].flatMap((file) => file?.blob ?? []);
  const missing = new Set(await store.findMissing(plan.steps.flatMap(blobsOf)));
  if (missing.size === 0) return plan;
  const isGone = (step: RestorePlan["steps"][number]) => blobsOf(step).some((blob) => missing.has(blob));
  const failed = plan.steps.filter(isGone).map(({ path }) => ({ path, reason: GONE }));
  return {
    ...plan,
    steps: plan.steps.filter((step) => !isGone(step)),
    failed: [...plan.failed, ...failed],
  };
}
