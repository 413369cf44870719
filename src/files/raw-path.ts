import { join } from "node:path";
import type { RawPath } from "../kernel/snapshot.ts";

const decoder = new TextDecoder();

/** The bytes of a path, as the functions of `node:fs` accept them. */
export function toBytes(path: RawPath): Buffer {
  return Buffer.from(path, "latin1");
}

/** The bytes of the path of a file inside a directory. */
export function bytesInside(directory: string, path: RawPath): Buffer {
  return Buffer.concat([Buffer.from(join(directory, "/")), toBytes(path)]);
}

/** The path as text. Bytes that are not UTF-8 become U+FFFD. */
export function shownPath(path: RawPath): string {
  return decoder.decode(toBytes(path));
}

/** The path that a person or a program gave as text. */
export function toRawPath(text: string): RawPath {
  return Buffer.from(text).toString("latin1");
}
