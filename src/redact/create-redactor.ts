import type { Redactor } from "../kernel/context.ts";
import type { JsonValue } from "../kernel/json.ts";
import { ASSIGNMENT, RULES, SECRET_NAME } from "./rules.ts";

const MARK = "[REDACTED]";
const FAILED = "[REDACTED: the text could not be checked]";

/** Removes secrets from texts. Never throws: a text that cannot be checked is replaced whole (fails closed). */
export function createRedactor(options: { knownValues?: readonly string[] } = {}): Redactor {
  const known = (options.knownValues ?? []).filter((value) => value.length >= 8);
  const text = (input: string): string => {
    try {
      return redactText(input, known);
    } catch {
      return FAILED;
    }
  };
  return { text, json: (input) => redactJson(input, text) as typeof input };
}

function redactText(input: string, known: readonly string[]): string {
  let output = input;
  for (const value of known) output = output.replaceAll(value, MARK);
  for (const { kind, pattern } of RULES) {
    output = output.replaceAll(pattern, (match: string, ...groups: unknown[]) => {
      const secret = typeof groups[0] === "string" ? groups[0] : match;
      return secret.startsWith("[REDACTED") ? match : match.replace(secret, `[REDACTED:${kind}]`);
    });
  }
  return output.replaceAll(ASSIGNMENT, (match: string, value: string) =>
    isReference(value) ? match : match.slice(0, match.lastIndexOf(value)) + MARK,
  );
}

/** `$NAME`, `<your-key>`, `process.env.X` and the like name a secret without holding it. */
function isReference(value: string): boolean {
  return /^(?:\$|\[REDACTED|<|\{|process\.|os\.|env\.|null$|true$|false$|undefined$|none$|x+$|\*+$|\.+$)/i.test(
    value,
  );
}

function redactJson(value: JsonValue, text: (input: string) => string): JsonValue {
  if (typeof value === "string") return text(value);
  if (Array.isArray(value)) return value.map((item) => redactJson(item, text));
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => {
      const isSecret =
        typeof item === "string" && SECRET_NAME.test(key) && item.length >= 6 && !isReference(item);
      return [text(key), isSecret ? MARK : redactJson(item, text)];
    }),
  );
}
