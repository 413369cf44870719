import type { Clock } from "../../kernel/clock.ts";
import type { WorkflowStep } from "../../kernel/workflow-record.ts";

/** The times of the steps of a run. A step began after a failure if and only if it has a later time. */
export interface StepTimes {
  /** When a step begins. */
  begin(): number;
  /** When a step fails for good. */
  fail(): number;
}

/** The clock has only milliseconds and may be set back, while `unhandledFailures` needs the order. */
export function createStepTimes(clock: Clock, recorded: readonly WorkflowStep[]): StepTimes {
  let lastBegin = 0;
  let lastFailure = 0;
  for (const { startedAt, endedAt, error } of recorded) {
    lastBegin = Math.max(lastBegin, startedAt);
    if (error !== null) lastFailure = Math.max(lastFailure, endedAt ?? 0);
  }
  return {
    begin() {
      const now = Math.max(clock(), lastFailure + 1);
      lastBegin = Math.max(lastBegin, now);
      return now;
    },
    fail() {
      lastFailure = Math.max(clock(), lastBegin);
      return lastFailure;
    },
  };
}
