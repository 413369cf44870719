/** Parses JSON from outside; undefined if there is no text, or if it is not JSON. */
export function tryParseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Converts a value from outside to JSON; "" if it has no JSON form or is nested deeper than the stack. */
export function tryStringifyJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}
