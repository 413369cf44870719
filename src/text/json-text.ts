/** A JSON value that others wrote; undefined when there is no text, or none that is JSON. */
export function tryParseJson(text: string | undefined): unknown {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** JSON of a value that others wrote; "" for one that has none, or is nested deeper than the stack. */
export function tryStringifyJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? "";
  } catch {
    return "";
  }
}
