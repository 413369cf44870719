import { HoldfastError } from "../kernel/errors.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";

/** The stored part of an error, with which it can be thrown again in another process. */
export interface RecordedError {
  name: string;
  message: string;
}

const MAX_MESSAGE = 4_000;

/** Redacts the message, which may repeat what the program was given. */
export function toRecordedError(error: unknown, redactor: Redactor): RecordedError {
  const { name, message } = error instanceof Error ? error : { name: "Error", message: String(error) };
  return { name: name.slice(0, 200), message: redactor.text(message.slice(0, MAX_MESSAGE)) };
}

/** The same error whether the step just failed or failed in an earlier process: programs may depend on it. */
export function stepFailed(key: string, { name, message }: RecordedError, cause?: unknown): HoldfastError {
  return new HoldfastError("step_failed", message, { cause, details: { step: key, error: name } });
}
