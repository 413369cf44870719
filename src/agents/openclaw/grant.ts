import { HoldfastError } from "../../kernel/errors.ts";
import { type Json5Value, memberOf, readJson5, skipGap, valueAt } from "./json5-tree.ts";

/**
 * What the client's settings must say before our plugin may read a conversation. It is put into their text, so that every
 * other byte stays as it is.
 */
const NAME = "holdfast";
const ENTRY = '{ "enabled": true, "hooks": { "allowConversationAccess": true } }';
const PATH = ["plugins", "entries", NAME] as const;

/** Settings that hold nothing else: what a missing file becomes. */
export const NO_SETTINGS = "{\n}\n";

/** The settings with our permission. A list of allowed plugins is only added to: making one would turn others off. */
export function withGrant(text: string): string {
  const root = readJson5(text);
  if (root?.type !== "object") throw unreadable();
  const found = valueAt(root, ...PATH);
  if (found && !isGranted(text)) throw refused();
  return withAllowed(found ? text : withEntry(text, root));
}

export function isGranted(text: string): boolean {
  const granted = valueAt(readJson5(text), ...PATH, "hooks", "allowConversationAccess");
  return granted?.type === "scalar" && granted.text === "true";
}

/** The settings as they were; where the client has written them anew since, only what is ours is taken out. */
export function withoutGrant(text: string): string {
  const entry = withoutMember(withoutAllowed(text), PATH);
  if (entry === text) return text;
  const entries = withoutEmpty(entry, PATH.slice(0, 2));
  const plugins = withoutEmpty(entries, PATH.slice(0, 1));
  const candidates = [plugins, entries, entry, withoutMember(text, PATH)];
  return candidates.find((before) => regives(before, text)) ?? plugins;
}

function regives(before: string, text: string): boolean {
  return valueAt(readJson5(before), ...PATH) === undefined && withGrant(before) === text;
}

/** Into the innermost object of the path that is there; spaces inside braces tell those that we made. */
function withEntry(text: string, root: Json5Value): string {
  const made = PATH.findIndex((_, length) => valueAt(root, ...PATH.slice(0, length + 1)) === undefined);
  const [name = NAME, ...inner] = PATH.slice(made);
  const value = inner.reduceRight((nested, key) => `{ "${key}": ${nested} }`, ENTRY);
  const parent = valueAt(root, ...PATH.slice(0, made));
  if (parent?.type !== "object") throw unreadable();
  return withFirst(text, parent, `"${name}": ${value}`, parent.members.length === 0);
}

function withAllowed(text: string): string {
  const allowed = valueAt(readJson5(text), "plugins", "allow");
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

function withoutAllowed(text: string): string {
  const allowed = valueAt(readJson5(text), "plugins", "allow");
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

function refused(): HoldfastError {
  return new HoldfastError(
    "conflict",
    "OpenClaw's openclaw.json has other settings for a plugin named holdfast.",
    {
      next: "Set plugins.entries.holdfast.hooks.allowConversationAccess to true there, then connect again.",
    },
  );
}
