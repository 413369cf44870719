import { HoldfastError } from "../../kernel/errors.ts";
import type { JsonValue } from "../../kernel/json.ts";

/** Nesting beyond this is refused: a stack overflow would take the caller down. */
export const MAX_DEPTH = 1_000;

/**
 * Canonical text of a scalar as RFC 8785 has it, but `-0` stays `-0`: a value must come back as it was given.
 * Integers that a double cannot carry never get here; they are nodes of their own.
 */
export function scalarText(value: null | boolean | number | string, path: () => string): string {
  if (typeof value === "string") return stringText(value, path);
  if (typeof value !== "number") return String(value);
  if (!Number.isFinite(value)) throw refused(path(), `${value} is not JSON`);
  return Object.is(value, -0) ? "-0" : JSON.stringify(value);
}

export function stringText(value: string, path: () => string): string {
  if (!value.isWellFormed()) throw refused(path(), "a lone surrogate is not Unicode text");
  return JSON.stringify(value);
}

/** Keys in the order of their UTF-16 units; a key without a value is absent, as in JSON. */
export function sortedKeys(value: Readonly<Record<string, unknown>>): string[] {
  return Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort();
}

/** The only shapes JSON has; everything else (Date, Map, function) is refused rather than turned into something. */
export function isPlainObject(value: unknown): value is Record<string, JsonValue> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

export function refused(path: string, reason: string): HoldfastError {
  return new HoldfastError("invalid_input", `state${path}: ${reason}. Save plain JSON values.`);
}
