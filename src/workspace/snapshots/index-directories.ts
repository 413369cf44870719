import { readFileSync, statSync } from "node:fs";
import type { TreeFile } from "../../kernel/ports/snapshots.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { endOfText, MAX_INDEX_BYTES, NAME_LENGTH, nameAt, STAT_LENGTH, splitIndex } from "./read-index.ts";
import type { StoreLayout } from "./store-layout.ts";

/** As git writes it in a tree. */
export const DIRECTORY = "40000";

/** What is in a directory, by name. */
export type Entries = Map<string, TreeFile>;

interface DirectoryRequest {
  /** What the whole index must contain. */
  tree: string;
  /** With all that are above them. Empty for the root. */
  directories: ReadonlySet<RawPath>;
}

/**
 * What the private index has in each of these directories. Undefined if it has not all of them, or if git has changed it since
 * it noted its trees. To ask git would take several times as long.
 */
export function readDirectories(
  { index, hash }: Pick<StoreLayout, "index" | "hash">,
  { tree, directories }: DirectoryRequest,
): Map<RawPath, Entries> | undefined {
  try {
    if (statSync(index).size > MAX_INDEX_BYTES) return undefined;
    const opened = openIndex(readFileSync(index), hash);
    if (opened?.root.id !== tree) return undefined;
    const found = new Map<RawPath, Entries>();
    visit(opened, { path: "", from: 0, noted: opened.root }, directories, found);
    return found.size === directories.size ? found : undefined;
  } catch {
    return undefined; // it is gone, or ends in the middle of something
  }
}

/** A directory as git noted it. A negative number of entries means that it changed. */
interface NotedTree {
  entries: number;
  id: string;
  subtrees: Map<string, NotedTree>;
}

interface OpenIndex {
  root: NotedTree;
  /** The path of an entry, and what it is. */
  entryAt(number: number): { path: RawPath; file: TreeFile };
}

function openIndex(bytes: Buffer, hash: StoreLayout["hash"]): OpenIndex | undefined {
  const parts = splitIndex(bytes, hash);
  // Only with this version does an entry contain its whole name.
  if (!parts?.noted || parts.format.version !== 2) return undefined;
  const { format, starts, noted } = parts;
  return {
    root: parseTree(noted, { at: 0 }, format.idLength).tree,
    entryAt(number) {
      const at = starts[number];
      if (at === undefined) throw new RangeError("no such entry");
      const { name, length } = nameAt(bytes, at, format);
      const end = length < NAME_LENGTH ? name + length : endOfText(bytes, name);
      const id = at + STAT_LENGTH;
      const mode = bytes.readUInt32BE(at + MODE_OFFSET).toString(8);
      return {
        path: bytes.toString("latin1", name, end),
        file: { mode, blob: bytes.toString("hex", id, id + format.idLength) },
      };
    },
  };
}

const MODE_OFFSET = 24;

/** `<name>\0<entries> <subtrees>\n<id>`, then each subtree in the same way. There is no id if the number is negative. */
function parseTree(
  noted: Buffer,
  cursor: { at: number },
  idLength: number,
): { name: string; tree: NotedTree } {
  const zero = noted.indexOf(0, cursor.at);
  const lineEnd = noted.indexOf(10, zero);
  if (zero === -1 || lineEnd === -1) throw new RangeError("a tree does not end");
  const name = noted.toString("latin1", cursor.at, zero);
  const [entries = -1, count = 0] = noted
    .toString("latin1", zero + 1, lineEnd)
    .split(" ")
    .map(Number);
  const idEnd = lineEnd + 1 + (entries < 0 ? 0 : idLength);
  const tree: NotedTree = { entries, id: noted.toString("hex", lineEnd + 1, idEnd), subtrees: new Map() };
  cursor.at = idEnd;
  for (let i = 0; i < count; i++) {
    const below = parseTree(noted, cursor, idLength);
    tree.subtrees.set(below.name, below.tree);
  }
  return { name, tree };
}

interface Visit {
  path: RawPath;
  /** The number of its first entry. */
  from: number;
  noted: NotedTree;
}

/** The entries of a directory are next to each other, and git noted how many there are in each of those below. */
function visit(
  index: OpenIndex,
  { path: directory, from, noted }: Visit,
  wanted: ReadonlySet<RawPath>,
  found: Map<RawPath, Entries>,
): void {
  const prefix = directory === "" ? "" : `${directory}/`;
  const entries: Entries = new Map();
  found.set(directory, entries);
  for (let number = from; number < from + noted.entries; ) {
    const { path, file } = index.entryAt(number);
    const [name = ""] = path.slice(prefix.length).split("/", 1);
    const isFile = prefix.length + name.length === path.length;
    if (isFile) {
      entries.set(name, file);
      number += 1;
      continue;
    }
    const below = noted.subtrees.get(name);
    if (!below || below.entries <= 0) throw new RangeError("a tree changed since");
    entries.set(name, { mode: DIRECTORY, blob: below.id });
    if (wanted.has(prefix + name))
      visit(index, { path: prefix + name, from: number, noted: below }, wanted, found);
    number += below.entries;
  }
}
