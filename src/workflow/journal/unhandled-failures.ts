import type { WorkflowStep } from "../../kernel/workflow-record.ts";

/**
 * The failed steps that ended the program: after them it made no further call. A program that caught a failure went on
 * with it, so a replay must repeat that failure. A call of another branch that ran at the same time says nothing.
 */
export function unhandledFailures(steps: readonly WorkflowStep[]): WorkflowStep[] {
  const calls = steps.map((step) => ({ step, segments: step.place.split("/") }));
  return calls
    .filter(({ step }) => step.error !== null && step.endedAt !== null)
    .filter((failed) => !calls.some((call) => isLater(call, failed)))
    .map(({ step }) => step);
}

interface PlacedStep {
  step: WorkflowStep;
  /** Numbers of calls and names of branches, in turn. */
  segments: readonly string[];
}

/** Whether a call began after a failure, in the failed step's branch or in one that contains it. */
function isLater(call: PlacedStep, failed: PlacedStep): boolean {
  if (call.step.startedAt <= (failed.step.endedAt ?? 0)) return false;
  const at = failed.segments.findIndex((segment, i) => segment !== call.segments[i]);
  // They part at a number, not at the name of a branch.
  return at !== -1 && at % 2 === 0;
}
