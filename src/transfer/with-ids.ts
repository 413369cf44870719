import type { JsonValue } from "../kernel/json.ts";

/** What a client makes of letters and digits. Anything else in such a field could be a text. */
const ID = /^[\w-]{1,80}$/;

/**
 * A redacted value with the ids that the original has at these paths, such as `parts.*.id`: an id looks like a secret,
 * and two that were redacted would be the same.
 */
export function withIds(redacted: JsonValue, original: JsonValue, paths: readonly string[]): JsonValue {
  return restore(redacted, original, { paths: paths.map((path) => path.split(".")) });
}

function restore(
  redacted: JsonValue,
  original: JsonValue,
  { paths }: { paths: readonly (readonly string[])[] },
): JsonValue {
  if (typeof original === "string") {
    const isId = paths.some(({ length }) => length === 0) && ID.test(original);
    return isId ? original : redacted;
  }
  if (Array.isArray(redacted) && Array.isArray(original))
    return redacted.map((item, at) => restore(item, original[at] ?? null, { paths: below(paths, "*") }));
  if (!isObject(redacted) || !isObject(original)) return redacted;
  return Object.fromEntries(
    Object.entries(redacted).map(([key, item]) => [
      key,
      restore(item, original[key] ?? null, { paths: below(paths, key) }),
    ]),
  );
}

function below(paths: readonly (readonly string[])[], key: string): string[][] {
  return paths.flatMap(([first, ...rest]) => (first === key ? [rest] : []));
}

function isObject(value: JsonValue): value is { [key: string]: JsonValue } {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
