import { HoldfastError } from "../../../kernel/errors.ts";
import type { JsonValue } from "../../../kernel/json.ts";

/** Deeper nesting is rejected, since a stack overflow would crash the caller. */
export const MAX_DEPTH = 1_000;

/**
 * Canonical text of a scalar as in RFC 8785, except that `-0` stays `-0`, since values must round-trip. Integers beyond
 * doubles never get here; they have nodes of their own.
 */
export function scalarText(value: null | boolean | number | string): string {
  return Object.is(value, -0) ? "-0" : JSON.stringify(value);
}

/** Why a value is not a JSON scalar; undefined if it is one. */
export function invalidScalarReason(value: unknown): string | undefined {
  if (typeof value === "string")
    return value.isWellFormed() ? undefined : "a lone surrogate is not Unicode text";
  if (typeof value === "number") return Number.isFinite(value) ? undefined : `${value} is not JSON`;
  return value === null || typeof value === "boolean"
    ? undefined
    : `a value of type ${typeof value} is not JSON`;
}

/** True for JSON objects only. Anything else (Date, Map, function) is rejected rather than converted. */
export function isPlainObject(value: unknown): value is Record<string, JsonValue> {
  if (typeof value !== "object" || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

export function invalidState(path: readonly (string | number)[], reason: string): HoldfastError {
  const steps = path.map((step) => (typeof step === "number" ? `[${step}]` : `.${step.slice(0, 60)}`));
  return new HoldfastError("invalid_input", `state${steps.join("")}: ${reason}. Save plain JSON values.`);
}
