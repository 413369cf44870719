import * as z from "zod";
import type { JsonValue } from "../kernel/json.ts";
import type { PARTS } from "./diff-parts.ts";
import type { Outline } from "./outline-state.ts";

export const PartChanges = z.object({
  added: z.array(z.string()),
  removed: z.array(z.string()),
  /** Items whose detail changed: a todo's status, a decision's rationale, a failure's output. */
  changed: z.array(z.object({ item: z.string(), before: z.string(), after: z.string() })),
});
export type PartChanges = z.infer<typeof PartChanges>;

export type OutlineChanges = Record<(typeof PARTS)[number], PartChanges>;

/** Compares two outlines item by item. Ignores the order of items and the capture's internal fields. */
export function diffOutlines(before: Outline, after: Outline): OutlineChanges {
  const part = (itemsOf: (outline: Outline) => Item[]) => diffItems(itemsOf(before), itemsOf(after));
  return {
    prompts: part(({ prompts }) => plain(prompts)),
    phases: part(({ phases }) => phases.map(({ text, status }): Item => [text, status.replace("_", " ")])),
    statements: part(({ statements }) => plain(statements)),
    todos: part(({ todos, nextSteps }) => [
      ...todos.map(({ text, status }): Item => [text, status.replace("_", " ")]),
      ...plain(nextSteps),
    ]),
    decisions: part(({ decisions }) => decisions.map(({ text, rationale }) => [text, rationale ?? ""])),
    failures: part(({ failures }) => failures.map(({ text, output }) => [text, output])),
    blockers: part(({ blockers }) => plain(blockers)),
    files: part(({ files }) => plain(files)),
    other: part(({ other }) => itemsOfOther(other)),
  };
}

/**
 * `item` is the identity, `detail` may change, and `whole` is shown if the item is added or removed (default: `item`).
 */
type Item = readonly [item: string, detail: string, whole?: string];

function plain(texts: readonly string[]): Item[] {
  return texts.map((text) => [text, ""]);
}

/** Identifies members of objects by their path, and list items by their content, since list positions mean little. */
function itemsOfOther(value: JsonValue, path: readonly string[] = []): Item[] {
  const name = path.join(".");
  if (Array.isArray(value)) return countDuplicates(value.map((item) => `${name}: ${textOf(item)}`));
  if (typeof value !== "object" || value === null) {
    const text = textOf(value);
    return [[name, text, `${name}: ${text}`]];
  }
  return Object.entries(value).flatMap(([key, item]) => itemsOfOther(item, [...path, key]));
}

function countDuplicates(items: readonly string[]): Item[] {
  const times = new Map<string, number>();
  for (const item of items) times.set(item, (times.get(item) ?? 0) + 1);
  return [...times].map(([item, number]) => [item, number === 1 ? "once" : `${number} times`]);
}

/** Formats a value as JSON, or a string as it is. Integers that a double cannot represent keep their digits. */
function textOf(value: JsonValue): string {
  return typeof value === "string"
    ? value
    : JSON.stringify(value, (_, inner) => (typeof inner === "bigint" ? String(inner) : inner));
}

function diffItems(before: readonly Item[], after: readonly Item[]): PartChanges {
  const byItem = (items: readonly Item[]) =>
    new Map(items.map(([item, detail, whole = item]) => [item, { detail, whole }]));
  const [old, fresh] = [byItem(before), byItem(after)];
  const missing = (from: typeof old, of: typeof old) =>
    [...of].flatMap(([item, { whole }]) => (from.has(item) ? [] : [whole]));
  return {
    added: missing(old, fresh),
    removed: missing(fresh, old),
    changed: [...fresh].flatMap(([item, { detail }]) => {
      const was = old.get(item)?.detail;
      return was === undefined || was === detail ? [] : [{ item, before: was, after: detail }];
    }),
  };
}
