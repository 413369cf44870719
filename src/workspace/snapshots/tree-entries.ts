import type { TreeFile } from "../../kernel/ports/snapshots.ts";
import type { RawPath } from "../../kernel/snapshot.ts";

/** How an object of a tree names the kind of a directory. */
export const DIRECTORY = "40000";

/** What is directly in a directory, by name. Modes are those of the object: without a leading zero. */
export type TreeEntries = Map<RawPath, TreeFile>;

/** Reads a tree object: for each entry a mode, a space, a name, a zero byte and the id as bytes. */
export function parseTreeEntries(content: Buffer, hash: "sha1" | "sha256"): TreeEntries {
  const idLength = hash === "sha1" ? 20 : 32;
  const entries: TreeEntries = new Map();
  for (let at = 0; at < content.length; ) {
    const space = content.indexOf(32, at);
    const zero = content.indexOf(0, space);
    if (space === -1 || zero === -1) throw new RangeError("a tree ends in the middle of an entry");
    const end = zero + 1 + idLength;
    entries.set(content.toString("latin1", space + 1, zero), {
      mode: content.toString("latin1", at, space),
      blob: content.toString("hex", zero + 1, end),
    });
    at = end;
  }
  return entries;
}

/** The tree object with these entries, in the order that git requires. */
export function formatTreeEntries(entries: TreeEntries): Buffer {
  const sorted = [...entries].toSorted(([a, one], [b, other]) => compareNames(a, one, b, other));
  return Buffer.concat(
    sorted.flatMap(([name, { mode, blob }]) => [
      Buffer.from(`${mode} ${name}\0`, "latin1"),
      Buffer.from(blob, "hex"),
    ]),
  );
}

/** By bytes, a directory as if its name ended in a slash. */
function compareNames(a: RawPath, one: TreeFile, b: RawPath, other: TreeFile): number {
  return sortKey(a, one.mode) < sortKey(b, other.mode) ? -1 : 1;
}

export function sortKey(name: RawPath, mode: string): string {
  return mode === DIRECTORY ? `${name}/` : name;
}
