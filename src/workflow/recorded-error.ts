import { ERRORS, type ErrorCode, HoldfastError } from "../kernel/errors.ts";
import type { JsonObject, JsonValue } from "../kernel/json.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import { tryParseJson, tryStringifyJson } from "../text/json-text.ts";
import { describeError, isErrorLike } from "./describe-error.ts";

/** The stored part of an error, with which it can be thrown again in another process. */
export interface RecordedError {
  name: string;
  message: string;
  /** The error's own properties that JSON can hold, such as `code`. */
  fields?: JsonObject;
  cause?: RecordedError;
  /** What was thrown, if it is no error. */
  thrown?: JsonValue;
}

const MAX_NAME = 200;
const MAX_MESSAGE = 4_000;
const MAX_FIELDS = 16_000;
const MAX_CAUSES = 5;
/** Recorded by other means, or not at all. */
const NOT_FIELDS = new Set(["name", "message", "stack", "cause"]);

/** Redacts all texts, which may repeat what the program was given. */
export function toRecordedError(error: unknown, redactor: Redactor, depth = 0): RecordedError {
  const { name, message } = describeError(error);
  const texts = { name: name.slice(0, MAX_NAME), message: redactor.text(message.slice(0, MAX_MESSAGE)) };
  if (!isErrorLike(error)) {
    const thrown = toJson(error);
    return thrown === undefined ? texts : { ...texts, thrown: redactor.json(thrown.value) };
  }
  const fields = fieldsOf(error);
  const cause = depth < MAX_CAUSES ? read(error, "cause") : undefined;
  return {
    ...texts,
    ...(Object.keys(fields).length === 0 ? {} : { fields: redactor.json(fields) }),
    ...(cause === undefined ? {} : { cause: toRecordedError(cause, redactor, depth + 1) }),
  };
}

/**
 * The same error whether the step just failed or failed in an earlier process: programs may depend on it. The cause is
 * the program's own error, or is made from the record.
 */
export function stepFailed(key: string, recorded: RecordedError, cause?: unknown): HoldfastError {
  const { name, message } = recorded;
  const details = { step: key, error: name };
  return new HoldfastError("step_failed", message, { cause: cause ?? toThrown(recorded), details });
}

const BUILT_IN = { EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError };

/** What was thrown, as far as the record has it: name, message, fields and causes, and the class of built-in errors. */
function toThrown({ name, message, fields = {}, cause, thrown }: RecordedError): unknown {
  if (thrown !== undefined) return thrown;
  const options = cause === undefined ? {} : { cause: toThrown(cause) };
  if (name === "HoldfastError" && isErrorCode(fields["code"]))
    return new HoldfastError(fields["code"], message, { ...options, ...partsOf(fields) });
  const Class = Object.hasOwn(BUILT_IN, name) ? BUILT_IN[name as keyof typeof BUILT_IN] : Error;
  const error = new Class(message, options);
  const property = { enumerable: true, configurable: true, writable: true };
  if (error.name !== name)
    Object.defineProperty(error, "name", { ...property, value: name, enumerable: false });
  for (const [key, value] of Object.entries(fields))
    Object.defineProperty(error, key, { ...property, value });
  return error;
}

function isErrorCode(code: unknown): code is ErrorCode {
  return typeof code === "string" && Object.hasOwn(ERRORS, code);
}

function partsOf({ next, details }: JsonObject): { next?: string; details?: JsonObject } {
  const isObject = typeof details === "object" && details !== null && !Array.isArray(details);
  return { ...(typeof next === "string" ? { next } : {}), ...(isObject ? { details } : {}) };
}

function fieldsOf(error: Error): JsonObject {
  const fields: [string, JsonValue][] = [];
  let left = MAX_FIELDS;
  for (const key of Object.keys(error)) {
    const json = NOT_FIELDS.has(key) ? undefined : toJson(read(error, key));
    if (json === undefined || json.length + key.length > left) continue;
    left -= json.length + key.length;
    fields.push([key, json.value]);
  }
  return Object.fromEntries(fields);
}

/** The value as JSON; undefined if it has no JSON form or is too long. */
function toJson(value: unknown): { value: JsonValue; length: number } | undefined {
  const text = tryStringifyJson(value);
  return text === "" || text.length > MAX_FIELDS
    ? undefined
    : { value: tryParseJson(text) as JsonValue, length: text.length };
}

function read(error: Error, key: string): unknown {
  try {
    return Reflect.get(error, key);
  } catch {
    return undefined; // a getter that throws
  }
}
