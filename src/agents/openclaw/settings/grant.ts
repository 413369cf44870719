import { HoldfastError } from "../../../kernel/errors.ts";
import { type Json5Value, memberOf, readJson5, skipGap, valueAt } from "./json5-tree.ts";

/** What the client's settings must say about our plugin. It is put into their text, so that every other byte stays as it is. */
export interface Grant {
  path: readonly [string, ...string[]];
  entry: string;
  /** Which fields of the entry must be true. */
  says: readonly string[];
  /** A list of names that must include ours, if it exists. */
  allowed: readonly string[];
}

const NAME = "holdfast";

/** Before our plugin may read a conversation. */
export const PLUGIN_GRANT: Grant = {
  path: ["plugins", "entries", NAME],
  entry: '{ "enabled": true, "hooks": { "allowConversationAccess": true } }',
  says: ["hooks", "allowConversationAccess"],
  allowed: ["plugins", "allow"],
};

/** Before a gateway loads our hook pack. */
export const PACK_GRANT: Grant = {
  path: ["hooks", "internal", "entries", NAME],
  entry: '{ "enabled": true }',
  says: ["enabled"],
  allowed: [],
};

/** Settings that hold nothing else: what a missing file becomes. */
export const NO_SETTINGS = "{\n}\n";

/** The settings with our permission. A list of allowed plugins is only added to: making one would turn others off. */
export function withGrant(text: string, grant: Grant): string {
  const root = readJson5(text);
  if (root?.type !== "object") throw unreadable();
  const found = valueAt(root, ...grant.path);
  if (found && !isGranted(text, grant)) throw refused(grant);
  return withAllowed(found ? text : withEntry(text, root, grant), grant);
}

export function isGranted(text: string, { path, says }: Grant): boolean {
  const granted = valueAt(readJson5(text), ...path, ...says);
  return granted?.type === "scalar" && granted.text === "true";
}

/** The settings as they were; where the client has written them anew since, only what is ours is taken out. */
export function withoutGrant(text: string, grant: Grant): string {
  const { path } = grant;
  const entry = withoutMember(withoutAllowed(text, grant), path);
  if (entry === text) return text;
  const outer = path.slice(0, -1).map((_, i) => path.slice(0, path.length - 1 - i));
  const emptied = outer.reduce((all, each) => [...all, withoutEmpty(all.at(-1) ?? entry, each)], [entry]);
  const candidates = [...emptied.toReversed(), withoutMember(text, path)];
  return candidates.find((before) => regives(before, text, grant)) ?? emptied.at(-1) ?? entry;
}

function regives(before: string, text: string, grant: Grant): boolean {
  return valueAt(readJson5(before), ...grant.path) === undefined && withGrant(before, grant) === text;
}

/** Into the innermost object of the path that exists; spaces inside braces mark the ones that we made. */
function withEntry(text: string, root: Json5Value, { path, entry }: Grant): string {
  const made = path.findIndex((_, length) => valueAt(root, ...path.slice(0, length + 1)) === undefined);
  const [name = NAME, ...inner] = path.slice(made);
  const value = inner.reduceRight((nested, key) => `{ "${key}": ${nested} }`, entry);
  const parent = valueAt(root, ...path.slice(0, made));
  if (parent?.type !== "object") throw unreadable();
  return withFirst(text, parent, `"${name}": ${value}`, parent.members.length === 0);
}

function withAllowed(text: string, { allowed: list }: Grant): string {
  const allowed = list.length > 0 ? valueAt(readJson5(text), ...list) : undefined;
  if (allowed?.type !== "array" || allowed.items.length === 0) return text;
  const isThere = allowed.items.some((item) => item.type === "scalar" && item.text === NAME);
  return isThere ? text : withFirst(text, allowed, `"${NAME}"`, false);
}

/** Indented as what follows it. */
function withFirst(text: string, { start }: Json5Value, element: string, isOnly: boolean): string {
  const at = start + 1;
  const gap = /^\s*/.exec(text.slice(at))?.[0] ?? "";
  return text.slice(0, at) + (isOnly ? element : `${gap}${element},`) + text.slice(at);
}

function withoutAllowed(text: string, { allowed: list }: Grant): string {
  const allowed = list.length > 0 ? valueAt(readJson5(text), ...list) : undefined;
  if (allowed?.type !== "array") return text;
  const at = allowed.items.findIndex((item) => item.type === "scalar" && item.text === NAME);
  return at === -1 ? text : withoutElement(text, allowed, allowed.items, at);
}

function withoutMember(text: string, path: readonly string[]): string {
  const parent = valueAt(readJson5(text), ...path.slice(0, -1));
  const member = memberOf(parent, path.at(-1) ?? "");
  if (parent?.type !== "object" || !member) return text;
  const places = parent.members.map(({ start, value: { end } }) => ({ start, end }));
  return withoutElement(text, parent, places, parent.members.indexOf(member));
}

function withoutEmpty(text: string, path: readonly string[]): string {
  const value = valueAt(readJson5(text), ...path);
  return value?.type === "object" && value.members.length === 0 ? withoutMember(text, path) : text;
}

/** With its comma, and the gap before it. */
function withoutElement(
  text: string,
  { start }: Json5Value,
  elements: readonly { start: number; end: number }[],
  index: number,
): string {
  const [before, element] = [elements[index - 1], elements[index]];
  if (!element) return text;
  const comma = skipGap(text, element.end);
  const hasComma = text[comma] === ",";
  if (!before) return text.slice(0, start + 1) + text.slice(hasComma ? comma + 1 : element.end);
  const from = hasComma ? skipGap(text, before.end) + 1 : before.end;
  return text.slice(0, from) + text.slice(hasComma ? comma + 1 : element.end);
}

function unreadable(): HoldfastError {
  return new HoldfastError("conflict", "OpenClaw's openclaw.json cannot be read.", {
    next: "Repair it with `openclaw doctor`, then connect again.",
  });
}

function refused({ path, says }: Grant): HoldfastError {
  return new HoldfastError("conflict", `OpenClaw's openclaw.json has other settings in ${path.join(".")}.`, {
    next: `Set ${[...path, ...says].join(".")} to true there, then connect again.`,
  });
}
