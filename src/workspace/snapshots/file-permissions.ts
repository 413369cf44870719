import type { Stats } from "node:fs";
import { basename, join } from "node:path";
import { readOwnFile, writeOwnFile } from "../../files/own-file.ts";
import { statInside } from "../../files/raw-path.ts";
import { unusualDirectoryPermissions } from "../../files/unusual-permissions.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { hashBytes, writeObject, writeReference } from "./loose-objects.ts";
import { splitAtNul } from "./read-tree-changes.ts";
import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_FILES = 20_000;

/** What the list says instead if there are more of them. From then on, nobody knows. */
const TOO_MANY = "too many";

/** What was found at the files that changed, and at their directories, whose paths end in a slash. */
interface FoundFiles {
  /** The unusual permissions; undefined for usual ones, and for what is gone. */
  put: ReadonlyMap<RawPath, number | undefined>;
  drop: readonly RawPath[];
}

/**
 * Keeps the permissions that git does not, for the few files and directories whose permissions are unusual. Returns the blob
 * that lists them. With more than 20,000 they are the user's default, so they are not kept: null, as they are not known.
 */
export function updatePermissions(layout: StoreLayout, { put, drop }: FoundFiles): string | null {
  const file = join(layout.directory, "permissions");
  const before = readOwnFile(file, MAX_BYTES);
  if (before === TOO_MANY) return null;
  const known = parsePermissions(before ?? "");
  for (const path of drop) known.delete(path);
  for (const [path, permissions] of put) {
    if (permissions === undefined) known.delete(path);
    else known.set(path, permissions);
  }
  if (known.size > MAX_FILES) {
    writeOwnFile(file, TOO_MANY);
    return null;
  }
  const text = formatPermissions(known);
  const content = Buffer.from(text, "latin1");
  if (text === before) return hashBytes(content, layout.hash);
  const id = writeObject(layout, "blob", content);
  // Also after the snapshots that contain it are deleted: the next ones refer to it.
  writeReference(layout, `refs/base/${basename(layout.directory)}/permissions`, id);
  writeOwnFile(file, text);
  return id;
}

/** The unusual permissions of what should be a directory. */
export function permissionsOfDirectory(stat: Stats | undefined): number | undefined {
  return stat?.isDirectory() ? unusualDirectoryPermissions(stat.mode) : undefined;
}

/** Those of directories without files. Each path ends in a slash then. */
export function readDirectoryPermissions(
  worktree: string,
  directories: readonly RawPath[],
): [RawPath, number | undefined][] {
  return directories.map((path) => [`${path}/`, permissionsOfDirectory(statInside(worktree, path))]);
}

export async function readPermissions(layout: StoreLayout, blob: string): Promise<Map<RawPath, number>> {
  // Most trees have no unusual ones.
  if (blob === hashBytes(Buffer.alloc(0), layout.hash)) return new Map();
  return parsePermissions((await runGit(layout, ["cat-file", "blob", blob])).toString("latin1"));
}

function formatPermissions(known: ReadonlyMap<RawPath, number>): string {
  return [...known]
    .toSorted(([a], [b]) => (a < b ? -1 : 1))
    .map(([path, permissions]) => `${permissions.toString(8)} ${path}\0`)
    .join("");
}

function parsePermissions(text: string): Map<RawPath, number> {
  const entries = splitAtNul(Buffer.from(text, "latin1"));
  return new Map(
    entries.map((entry) => {
      const space = entry.indexOf(" ");
      return [entry.slice(space + 1), Number.parseInt(entry.slice(0, space), 8)];
    }),
  );
}
