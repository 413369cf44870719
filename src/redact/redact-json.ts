import type { JsonObject, JsonValue } from "../kernel/json.ts";
import { classifyName } from "./names/classify-name.ts";
import { PLACEHOLDER } from "./span.ts";
import { isPlaceholder } from "./values/placeholder.ts";
import { isSecretValue } from "./values/secret-value.ts";

const NAME_FIELDS = ["name", "key", "Name", "Key"];
const FLAG = /^--?[A-Za-z]/;

/** Redacts the strings and keys of a value. A secret under a secret's name is replaced as a whole. */
export function redactJson(value: JsonValue, text: (input: string) => string): JsonValue {
  if (typeof value === "string") return text(value);
  if (Array.isArray(value)) return redactArray(value, text);
  return typeof value === "object" && value !== null ? redactObject(value, text) : value;
}

function redactObject(object: JsonObject, text: (input: string) => string): JsonObject {
  const named = NAME_FIELDS.map((field) => object[field]).find((name) => typeof name === "string");
  const keys = numberRepeated(Object.keys(object).map(text));
  const entries = Object.entries(object).map(([key, value], at): [string, JsonValue] => {
    const name = /^value$/i.test(key) && named !== undefined ? named : key;
    return [keys[at] ?? PLACEHOLDER, redactNamed(name, value, text)];
  });
  return Object.fromEntries(entries);
}

/** Different keys may be equal once redacted, and only one entry of an object could keep such a key. */
function numberRepeated(keys: readonly string[]): string[] {
  const taken = new Set<string>();
  const next = new Map<string, number>();
  return keys.map((key) => {
    let free = key;
    while (taken.has(free)) {
      const number = next.get(key) ?? 2;
      next.set(key, number + 1);
      free = `${key} ${number}`;
    }
    taken.add(free);
    return free;
  });
}

function redactNamed(name: string, value: JsonValue, text: (input: string) => string): JsonValue {
  if (typeof value === "string") return isSecretUnder(name, value) ? PLACEHOLDER : text(value);
  if (Array.isArray(value) && value.every((item) => typeof item === "string")) {
    return redactArray(
      value.map((item) => (isSecretUnder(name, item) ? PLACEHOLDER : item)),
      text,
    );
  }
  return redactJson(value, text);
}

function redactArray(items: readonly JsonValue[], text: (input: string) => string): JsonValue[] {
  return items.map((item, at) => {
    const before = items[at - 1];
    if (typeof item === "string" && typeof before === "string" && FLAG.test(before)) {
      return redactNamed(before, item, text);
    }
    return redactJson(item, text);
  });
}

function isSecretUnder(name: string, value: string): boolean {
  const kind = classifyName(name);
  if (kind === undefined || isPlaceholder(value)) return false;
  return isSecretValue(value, { kind, data: true }) || (kind === "password" && /\s/.test(value));
}
