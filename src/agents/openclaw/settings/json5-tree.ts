/** A value in a JSON5 text and its position in that text. */
export type Json5Value = { start: number; end: number } & (
  | { type: "object"; members: Json5Member[] }
  | { type: "array"; items: Json5Value[] }
  | { type: "scalar"; text: string }
);

export interface Json5Member {
  key: string;
  start: number;
  value: Json5Value;
}

type Json5Object = Extract<Json5Value, { type: "object" }>;

const GAP = /(?:\s|\uFEFF|\/\/[^\n]*|\/\*[\s\S]*?\*\/)*/y;
const TEXT = /"(?:[^"\\]|\\[\s\S])*"|'(?:[^'\\]|\\[\s\S])*'/y;
const WORD = /[^\s,:{}[\]"'/]+/y;
/** Deeper than any settings file, but not too deep for the call stack. */
const MAX_DEPTH = 200;

/**
 * Parses the structure of a JSON5 text, so that single values can be changed in place. Undefined if it is not valid.
 */
export function readJson5(text: string): Json5Value | undefined {
  try {
    const root = readValue(text, skipGap(text, 0), 0);
    return skipGap(text, root.end) === text.length ? root : undefined;
  } catch {
    return undefined;
  }
}

/** The value at a path of keys. Of members with the same name, the last one counts. */
export function valueAt(root: Json5Value | undefined, ...path: readonly string[]): Json5Value | undefined {
  return path.reduce<Json5Value | undefined>((value, key) => memberOf(value, key)?.value, root);
}

export function memberOf(value: Json5Value | undefined, key: string): Json5Member | undefined {
  return value?.type === "object" ? value.members.findLast((member) => member.key === key) : undefined;
}

function readValue(text: string, start: number, depth: number): Json5Value {
  if (depth > MAX_DEPTH) throw new SyntaxError("too deep");
  if (text[start] === "{") return readObject(text, start, depth);
  if (text[start] === "[") return readArray(text, start, depth);
  const found = matchAt(TEXT, text, start) ?? matchAt(WORD, text, start);
  if (found === undefined) throw new SyntaxError(`no value at ${start}`);
  return { type: "scalar", text: unquoted(found), start, end: start + found.length };
}

function readObject(text: string, start: number, depth: number): Json5Object {
  const members: Json5Member[] = [];
  const end = readList(text, start, "}", (at) => {
    const name = matchAt(TEXT, text, at) ?? matchAt(WORD, text, at);
    const colon = skipGap(text, at + (name?.length ?? 0));
    if (name === undefined || text[colon] !== ":") throw new SyntaxError(`no key at ${at}`);
    const value = readValue(text, skipGap(text, colon + 1), depth + 1);
    members.push({ key: unquoted(name), start: at, value });
    return value.end;
  });
  return { type: "object", members, start, end };
}

function readArray(text: string, start: number, depth: number): Json5Value {
  const items: Json5Value[] = [];
  const end = readList(text, start, "]", (at) => {
    const item = readValue(text, at, depth + 1);
    items.push(item);
    return item.end;
  });
  return { type: "array", items, start, end };
}

/**
 * Calls `read` at the start of each element and continues at its end. Returns the position after the closing bracket.
 */
function readList(text: string, start: number, close: string, read: (at: number) => number): number {
  let at = skipGap(text, start + 1);
  while (text[at] !== close) {
    at = skipGap(text, read(at));
    if (text[at] === ",") at = skipGap(text, at + 1);
    else if (text[at] !== close) throw new SyntaxError(`no comma at ${at}`);
  }
  return at + 1;
}

/** The position of the next character that is neither white space nor in a comment. */
export function skipGap(text: string, from: number): number {
  return from + (matchAt(GAP, text, from)?.length ?? 0);
}

function matchAt(pattern: RegExp, text: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text)?.[0];
}

function unquoted(text: string): string {
  return /^["']/.test(text) ? text.slice(1, -1) : text;
}
