import type { Capture } from "../kernel/capture.ts";
import { isMissedLook } from "../shell/runs/is-missed-look.ts";
import { unresolvedFailures } from "./unresolved-failures.ts";

/**
 * The failures that the next session has to deal with. Agents look for things where they are not and go on elsewhere: such a failure
 * counts only while it is of the latest turn.
 */
export function openFailures(capture: Capture): Capture["commands"] {
  const latest = capture.prompts.at(-1)?.at ?? 0;
  return unresolvedFailures(capture).filter((run) => run.at >= latest || !isMissedLook(run));
}
