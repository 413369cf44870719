import { HoldfastError } from "../kernel/errors.ts";

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
    const text: string | undefined = JSON.stringify(value);
    if (text !== undefined) return text;
  } catch (cause) {
    throw new HoldfastError("invalid_input", `${what} cannot be stored as JSON: ${String(cause)}.`, {
      cause,
    });
  }
  throw new HoldfastError("invalid_input", `${what} is a ${typeof value}, which JSON cannot represent.`);
}
