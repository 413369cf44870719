import { lstatSync, type Stats } from "node:fs";
import { join } from "node:path";
import type { RawPath } from "../kernel/snapshot.ts";

const decoder = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
/** What would end a line, move the cursor or hide: controls, direction marks, separators. */
const UNPRINTABLE = /[\p{Cc}\p{Cf}\u2028\u2029]/u;
const LETTERS: Readonly<Record<string, string>> = {
  "\u{7}": "a",
  "\b": "b",
  "\t": "t",
  "\n": "n",
  "\v": "v",
  "\f": "f",
  "\r": "r",
  '"': '"',
  "\\": "\\",
};
const BYTES = new Map(Object.entries(LETTERS).map(([byte, letter]) => [letter, byte]));
const QUOTED = /^"((?:[^"\\]|\\.)+)"$/s;

/** The bytes of a path, as the functions of `node:fs` accept them. */
export function toBytes(path: RawPath): Buffer {
  return Buffer.from(path, "latin1");
}

/** The bytes of the path of a file inside a directory. */
export function bytesInside(directory: string, path: RawPath): Buffer {
  return Buffer.concat([Buffer.from(join(directory, "/")), toBytes(path)]);
}

/** What is at a path inside a directory, links not followed. Undefined also where a file or a closed directory is in the way. */
export function statInside(directory: string, path: RawPath): Stats | undefined {
  try {
    return lstatSync(bytesInside(directory, path), { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

/** The directory of a path inside a worktree; empty for the worktree itself. */
export function parentOf(path: RawPath): RawPath {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}

/** The last part of a path. */
export function nameOf(path: RawPath): RawPath {
  return path.slice(path.lastIndexOf("/") + 1);
}

/**
 * The path as text on one line, which `toRawPath` reads back. As in git, a name that cannot be printed stands in quotes
 * with escapes: `"line\nfeed"`, `"\377"`.
 */
export function shownPath(path: RawPath): string {
  const text = tryDecode(path);
  if (text !== undefined && !UNPRINTABLE.test(text) && !text.startsWith('"')) return text;
  const isText = text !== undefined && !/[\p{Cf}\u0080-\u009f\u2028\u2029]/u.test(text);
  const escaped = isText
    ? text.replaceAll(/["\\\p{Cc}]/gu, escapeByte)
    : path.replaceAll(/["\\\P{ASCII}\p{Cc}]/gu, escapeByte);
  return `"${escaped}"`;
}

/** The path that a person or a program gave as text, also in quotes as `shownPath` shows it. */
export function toRawPath(text: string): RawPath {
  const raw = Buffer.from(text).toString("latin1");
  const inner = QUOTED.exec(raw)?.[1];
  return inner === undefined
    ? raw
    : inner.replaceAll(/\\([0-3][0-7]{2}|.)/gs, (_, code: string) =>
        code.length === 3 ? String.fromCharCode(Number.parseInt(code, 8)) : (BYTES.get(code) ?? code),
      );
}

function escapeByte(byte: string): string {
  const letter = LETTERS[byte];
  return `\\${letter ?? byte.charCodeAt(0).toString(8).padStart(3, "0")}`;
}

function tryDecode(path: RawPath): string | undefined {
  try {
    return decoder.decode(toBytes(path));
  } catch {
    return undefined;
  }
}
