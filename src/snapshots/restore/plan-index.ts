import type { CapturedFiles } from "../../kernel/ports/snapshots.ts";
import type { RestorePlan } from "./plan-restore.ts";

/** How the user's index is named among files. */
export const INDEX_PATH = ".git/index";

type Moment = Pick<CapturedFiles, "index">;

/** Adds the user's index to a plan, or why it cannot come back. */
export function planIndex(plan: RestorePlan, { target, now }: { target: Moment; now: Moment }): RestorePlan {
  const refuse = (reason: string) => ({ ...plan, failed: [...plan.failed, { path: INDEX_PATH, reason }] });
  if (target.index === null) return refuse("the snapshot has no index");
  if (now.index === null) return refuse("it has conflicts, or cannot be read");
  return target.index === now.index ? plan : { ...plan, index: { before: now.index, after: target.index } };
}
