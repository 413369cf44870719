import { HoldfastError } from "../kernel/errors.ts";
import { describeError } from "./describe-error.ts";

const MAX_CHARS = 16 * 2 ** 20;

/** Converts a value to JSON; null for undefined. Throws if JSON cannot represent it, so that no data is lost. */
export function toJsonText(what: string, value: unknown): string | null {
  if (value === undefined) return null;
  const text = stringify(what, value);
  if (text.length <= MAX_CHARS) return text;
  const message = `${what} has ${text.length} characters of JSON; the limit is ${MAX_CHARS}. Store it elsewhere and return a reference.`;
  throw new HoldfastError("too_large", message);
}

export function fromJsonText(text: string | null): unknown {
  return text === null ? undefined : JSON.parse(text);
}

function stringify(what: string, value: unknown): string {
  try {
    const text: string | undefined = JSON.stringify(value, (key, member) => refuseLossy(what, key, member));
    if (text !== undefined) return text;
  } catch (cause) {
    if (cause instanceof HoldfastError) throw cause;
    const { name, message } = describeError(cause);
    throw new HoldfastError("invalid_input", `${what} cannot be stored as JSON: ${name}: ${message}.`, {
      cause,
    });
  }
  throw new HoldfastError("invalid_input", `${what} is a ${typeof value}, which JSON cannot represent.`);
}

const PLAIN = new Set(["Object", "Array", "String", "Number", "Boolean", "Null", "Undefined", "BigInt"]);

/** JSON would turn a Map into `{}` and NaN into `null`, and omit a function. What has a `toJSON` decides for itself. */
function refuseLossy(what: string, key: string, value: unknown): unknown {
  const kind = Object.prototype.toString.call(value).slice("[object ".length, -1);
  if (PLAIN.has(kind) && !(typeof value === "number" && !Number.isFinite(value))) return value;
  const found = kind === "Number" ? String(value) : `a ${kind}`;
  const where = key === "" ? "is" : `has, at "${key.slice(0, 60)}",`;
  throw new HoldfastError("invalid_input", `${what} ${where} ${found}, which JSON cannot represent.`);
}
