import { HoldfastError } from "../kernel/errors.ts";
import type { WorkflowStorage } from "../kernel/storage/workflow-storage.ts";
import type { WorkflowRun } from "../kernel/workflow-record.ts";

const NEXT = "Run `holdfast workflow list` to see the runs.";

/** Finds a run by its id or a unique prefix of it. */
export async function findRun(store: WorkflowStorage, text: string | undefined): Promise<WorkflowRun> {
  if (text === undefined || text === "")
    throw new HoldfastError("invalid_input", "Pass the id of a run.", { next: NEXT });
  const exact = await store.getRun(text);
  if (exact) return exact;
  const [only, ...others] = await store.findRunIds(text, 5);
  if (only === undefined)
    throw new HoldfastError("not_found", `There is no run ${text.slice(0, 60)}.`, { next: NEXT });
  if (others.length > 0) {
    const candidates = [only, ...others];
    const message = `${text} could be ${candidates.join(", ")}.`;
    throw new HoldfastError("ambiguous_id", message, { details: { candidates } });
  }
  const found = await store.getRun(only);
  if (found) return found;
  throw new HoldfastError("not_found", `Run ${only} was deleted just now.`, { next: NEXT });
}
