import type { CapturedFiles, SnapshotStore } from "../../kernel/ports/snapshots.ts";
import { type StepResult, toFailure } from "./apply-step.ts";
import type { IndexChange, RestorePlan } from "./plan-restore.ts";

/** How the user's index is named among files. */
export const INDEX_PATH = ".git/index";

type Moment = Pick<CapturedFiles, "index" | "uncovered">;

/** Adds the user's index to a plan, or why it cannot come back. */
export function planIndex(plan: RestorePlan, { target, now }: { target: Moment; now: Moment }): RestorePlan {
  const refuse = (reason: string) => ({ ...plan, failed: [...plan.failed, { path: INDEX_PATH, reason }] });
  if (target.index === null) return refuse(whyNotCaptured(target));
  if (now.index === null) return refuse(whyMissing(now));
  return target.index === now.index ? plan : { ...plan, index: { before: now.index, after: target.index } };
}

function whyNotCaptured({ uncovered }: Moment): string {
  const found = uncovered.find(({ path }) => path === INDEX_PATH);
  return found ? `the snapshot does not have it: ${found.reason}` : "the snapshot has no index";
}

function whyMissing({ uncovered }: Moment): string {
  const found = uncovered.find(({ path }) => path === INDEX_PATH);
  if (!found) return "there is none to change";
  const { reason, next } = found;
  return next === undefined ? reason : `${reason}. ${next} Then run this again`;
}

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
