import type { WorkflowStep } from "../../kernel/workflow-record.ts";
import { toJsonText } from "../json-text.ts";
import type { Attempt, Outcome, StepOptions } from "./journal.ts";
import { withTimeout } from "./with-timeout.ts";

export type Work = (attempt: Attempt) => Promise<Outcome>;

/** An attempt that succeeded: the record to write, and the value itself. */
export interface Success {
  done: WorkflowStep;
  value: unknown;
}

export type AttemptResult = Success | { error: unknown };

/** Runs a step once. A result that JSON cannot represent is a failure too. */
export async function runAttempt(
  step: WorkflowStep,
  work: Work,
  { timeout }: StepOptions,
): Promise<AttemptResult> {
  try {
    const { attempts: attempt } = step;
    const outcome = await withTimeout((signalOf) => {
      return work({
        attempt,
        get signal() {
          return signalOf();
        },
      });
    }, timeout);
    const { value, checkpointId = null } = outcome;
    const result = toJsonText(`The result of "${step.key}"`, value);
    return { value, done: { ...step, result, checkpointId } };
  } catch (error) {
    return { error };
  }
}
