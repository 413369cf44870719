import type { SnapshotStore } from "../../kernel/ports/snapshots.ts";
import { type StepResult, toFailure } from "./apply-step.ts";
import type { IndexChange } from "./plan-restore.ts";

/** Gives the user's index the entries that it had. It makes no difference how often this runs. */
export async function applyIndex(
  store: Pick<SnapshotStore, "changeIndex">,
  change: IndexChange,
): Promise<StepResult> {
  try {
    const isMade = await store.changeIndex(change);
    return isMade ? { type: "made" } : { type: "kept", reason: "it has changed since the plan was made" };
  } catch (error) {
    return toFailure(error);
  }
}
