import { basename, join } from "node:path";
import { readOwnFile, writeOwnFile } from "../../files/own-file.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { hashBytes } from "./identify-file.ts";
import { splitAtNul } from "./read-tree-changes.ts";
import { runGit } from "./run-git.ts";
import type { StoreLayout } from "./store-layout.ts";

const MAX_BYTES = 64 * 1024 * 1024;
const MAX_FILES = 20_000;

/** What was found at the files that changed. */
interface FoundFiles {
  /** The unusual permissions of files; undefined for usual ones. */
  put: ReadonlyMap<RawPath, number | undefined>;
  drop: readonly RawPath[];
}

/**
 * Keeps the permissions that git does not, for the few files whose permissions are unusual. Returns the blob that lists
 * them; null if there are none. With more than 20,000 files they are the user's default, so they are not kept.
 */
export async function updatePermissions(
  layout: StoreLayout,
  { put, drop }: FoundFiles,
): Promise<string | null> {
  const file = join(layout.directory, "permissions");
  const before = readOwnFile(file, MAX_BYTES) ?? "";
  const known = parsePermissions(before);
  for (const path of drop) known.delete(path);
  for (const [path, permissions] of put) {
    if (permissions === undefined) known.delete(path);
    else known.set(path, permissions);
  }
  const text = known.size > MAX_FILES ? "" : formatPermissions(known);
  if (text === "") {
    if (before !== "") writeOwnFile(file, text);
    return null;
  }
  const content = Buffer.from(text, "latin1");
  const id = hashBytes(content, layout.hash);
  if (text === before) return id;
  await runGit(layout, ["hash-object", "-w", "--stdin"], { input: content });
  // Also after the snapshots that contain it are deleted: the next ones refer to it.
  await runGit(layout, ["update-ref", `refs/base/${basename(layout.directory)}/permissions`, id]);
  writeOwnFile(file, text);
  return id;
}

export async function readPermissions(layout: StoreLayout, blob: string): Promise<Map<RawPath, number>> {
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
