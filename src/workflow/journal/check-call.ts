import { HoldfastError } from "../../kernel/errors.ts";
import type { WorkflowStep } from "../../kernel/workflow-record.ts";
import type { Call } from "./journal.ts";

/** The error for a call that differs from the record at its place: the program has changed since the run began. */
export function explainChange(
  { place, kind, key }: Call,
  recorded: WorkflowStep,
  places: ReadonlyMap<string, WorkflowStep>,
): HoldfastError {
  const now = `${kind} "${key}"`;
  const elsewhere = [...places.values()].find((step) => step.kind === kind && step.key === key);
  const moved = elsewhere ? ` When the run was recorded, ${now} was call ${elsewhere.place}.` : "";
  return new HoldfastError(
    "workflow_changed",
    `The workflow's code has changed: call ${place} was ${recorded.kind} "${recorded.key}" when the run was recorded and is ${now} now.${moved}`,
    { details: { place, recorded: recorded.key, now: key } },
  );
}

/** The error for a recorded call that the program did not make. */
export function explainMissing(missing: WorkflowStep): HoldfastError {
  const { place, kind, key } = missing;
  const message = `The workflow's code has changed: it ended without ${kind} "${key}" (call ${place}), which the run recorded.`;
  return new HoldfastError("workflow_changed", message, { details: { place, recorded: key } });
}
