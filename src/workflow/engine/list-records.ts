import type { WorkflowStorage } from "../../kernel/storage/workflow-storage.ts";
import type { WorkflowRun, WorkflowStep } from "../../kernel/workflow-record.ts";

const MAX_ANCESTORS = 100;

/** Lists the records of a run in order. Those shared with the runs that it was forked from come first. */
export async function listRecords(
  store: Pick<WorkflowStorage, "getRun" | "listSteps">,
  run: Pick<WorkflowRun, "id" | "forkedFrom" | "forkedAt">,
  depth = 0,
): Promise<WorkflowStep[]> {
  const own = await store.listSteps(run.id);
  if (run.forkedFrom === null || depth >= MAX_ANCESTORS) return own;
  const ancestor = await store.getRun(run.forkedFrom);
  const shared = ancestor ? await listRecords(store, ancestor, depth + 1) : [];
  const last = run.forkedAt ?? 0;
  const overridden = new Set(own.map(({ place }) => place));
  const kept = shared.filter(
    ({ number, endedAt, place }) => number <= last && endedAt !== null && !overridden.has(place),
  );
  return [...kept, ...own];
}
