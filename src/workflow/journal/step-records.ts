import { HoldfastError } from "../../kernel/errors.ts";
import type { WorkflowStep } from "../../kernel/workflow-record.ts";
import { fromJsonText } from "../json-text.ts";
import { type RecordedError, stepFailed } from "../recorded-error.ts";
import type { Note } from "../state/note.ts";

/** Returns the recorded result, or throws the recorded error. */
export function replay({ key, result, error }: WorkflowStep): unknown {
  if (error !== null) throw stepFailed(key, JSON.parse(error) as RecordedError);
  return fromJsonText(result);
}

/** Whether the step does not run again. The result of a secret one is not recorded. */
export function isFinal({ endedAt, error }: WorkflowStep, { secret = false }: { secret?: boolean }): boolean {
  return endedAt !== null && (!secret || error !== null);
}

/** The error of a step whose last attempt ended its process. */
export function interrupted({ key, attempts }: WorkflowStep): HoldfastError {
  const message = `The process ended during attempt ${attempts} of step "${key}", which was the last one.`;
  return new HoldfastError("step_failed", message);
}

/** Whether the step ended with a result, not an error. */
export function isSuccess({ kind, endedAt, error }: WorkflowStep): boolean {
  return kind === "step" && endedAt !== null && error === null;
}

/** The notes of a record plus the new ones, as JSON. */
export function withNotes(before: string | null, notes: readonly Note[]): string | null {
  if (notes.length === 0) return before;
  const earlier = before === null ? [] : (JSON.parse(before) as Note[]);
  return JSON.stringify([...earlier, ...notes]);
}
