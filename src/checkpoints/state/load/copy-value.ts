import type { JsonValue } from "../../../kernel/json.ts";

/** A deep copy. */
export function copyValue(value: JsonValue): JsonValue {
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map(copyValue);
  const copy = { ...value }; // creates own properties, even for "__proto__", which is then safe to assign
  for (const key of Object.keys(copy)) {
    const member = copy[key];
    if (typeof member === "object" && member !== null) copy[key] = copyValue(member);
  }
  return copy;
}
