import { HoldfastError } from "../../../kernel/errors.ts";
import { type Json5Value, memberOf, readJson5, skipGap, valueAt } from "./json5-tree.ts";

/**
 * What the client's settings must say about our plugin. It is inserted as text, so that every other byte stays as it
 * is.
 */
export interface Grant {
  path: readonly [string, ...string[]];
  entry: string;
  /** The path, within the entry, of the field that must be true. */
  says: readonly string[];
  /** A list of names that must include ours, if it exists. */
  allowed: readonly string[];
}

const NAME = "holdfast";

/** Needed before our plugin may read a conversation. */
export const PLUGIN_GRANT: Grant = {
  path: ["plugins", "entries", NAME],
  entry: '{ "enabled": true, "hooks": { "allowConversationAccess": true } }',
  says: ["hooks", "allowConversationAccess"],
  allowed: ["plugins", "allow"],
};

/** Needed before a gateway loads our hook pack. */
export const PACK_GRANT: Grant = {
  path: ["hooks", "internal", "entries", NAME],
  entry: '{ "enabled": true }',
  says: ["enabled"],
  allowed: [],
};

/** Empty settings, which stand for a missing file. */
export const NO_SETTINGS = "{\n}\n";

/**
 * The settings with our grant. Extends a list of allowed plugins, but never creates one: that would disable all others.
 */
export function withGrant(text: string, grant: Grant, file = "openclaw.json"): string {
  const root = readJson5(text);
  if (root?.type !== "object") throw unreadable(`${file} is not a JSON5 object.`);
  const found = valueAt(root, ...grant.path);
  if (found && !isGranted(text, grant)) throw refused(grant, file);
  return withAllowed(found ? text : withEntry(text, root, grant, file), grant);
}

export function isGranted(text: string, { path, says }: Grant): boolean {
  const granted = valueAt(readJson5(text), ...path, ...says);
  return granted?.type === "scalar" && granted.text === "true";
}

/** The settings as they were before the grant. If the client has rewritten them since, only our entries are removed. */
export function withoutGrant(text: string, grant: Grant): string {
  const { path } = grant;
  const entry = withoutMember(withoutAllowed(text, grant), path);
  if (entry === text) return text;
  const outer = path.slice(0, -1).map((_, i) => path.slice(0, path.length - 1 - i));
  const emptied = outer.reduce((all, each) => [...all, withoutEmpty(all.at(-1) ?? entry, each)], [entry]);
  const candidates = [...emptied.toReversed(), withoutMember(text, path)];
  return candidates.find((before) => isOriginal(before, text, grant)) ?? emptied.at(-1) ?? entry;
}

function isOriginal(before: string, text: string, grant: Grant): boolean {
  return valueAt(readJson5(before), ...grant.path) === undefined && withGrant(before, grant) === text;
}

/**
 * Inserts the entry into the innermost existing object of the path. Objects that we create have spaces inside their
 * braces.
 */
function withEntry(text: string, root: Json5Value, { path, entry }: Grant, file: string): string {
  const made = path.findIndex((_, length) => valueAt(root, ...path.slice(0, length + 1)) === undefined);
  const [name = NAME, ...inner] = path.slice(made);
  const value = inner.reduceRight((nested, key) => `{ "${key}": ${nested} }`, entry);
  const parent = valueAt(root, ...path.slice(0, made));
  if (parent?.type !== "object")
    throw unreadable(`${path.slice(0, made).join(".")} in ${file} is not an object.`);
  return withFirst(text, parent, `"${name}": ${value}`, parent.members.length === 0);
}

function withAllowed(text: string, { allowed: list }: Grant): string {
  const allowed = list.length > 0 ? valueAt(readJson5(text), ...list) : undefined;
  if (allowed?.type !== "array" || allowed.items.length === 0) return text;
  const isThere = allowed.items.some((item) => item.type === "scalar" && item.text === NAME);
  return isThere ? text : withFirst(text, allowed, `"${NAME}"`, false);
}

/** Inserts a first element, indented like the one that follows it. */
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
  const spans = parent.members.map(({ start, value: { end } }) => ({ start, end }));
  return withoutElement(text, parent, spans, parent.members.indexOf(member));
}

function withoutEmpty(text: string, path: readonly string[]): string {
  const value = valueAt(readJson5(text), ...path);
  return value?.type === "object" && value.members.length === 0 ? withoutMember(text, path) : text;
}

/** Removes an element with its comma and the white space before it. */
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

function unreadable(message: string): HoldfastError {
  return new HoldfastError("conflict", message, {
    next: "Repair it with `openclaw doctor`, then connect again.",
  });
}

function refused({ path, says }: Grant, file: string): HoldfastError {
  return new HoldfastError("conflict", `${file} has other settings in ${path.join(".")}.`, {
    next: `Set ${[...path, ...says].join(".")} to true there, then connect again.`,
  });
}
