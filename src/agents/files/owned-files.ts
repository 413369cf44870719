import { lstat, rm, rmdir } from "node:fs/promises";
import { dirname, join, relative, sep } from "node:path";
import { isMissing } from "../../files/file-errors.ts";
import { makeDirectory } from "../../files/make-directory.ts";
import type { ConnectChange } from "../../kernel/agent/agent.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { MARKER, markerText, readMarker, sha256 } from "./marker.ts";
import { readIfExists, temporaryFor, writeIfChanged } from "./write-if-changed.ts";

/** Files that we install below a directory of a client's configuration, by relative path. */
export interface OwnedFiles {
  root: string;
  files: ReadonlyMap<string, string>;
  /** The root is a directory of the client's, not one of ours: it may be a link, and the user may have changed files in it. */
  isShared?: boolean;
  /** The file that contains the hooks of the client, each of which must have a timeout. */
  hooksFile?: string;
}

/** Writes missing and changed files, and removes files of an earlier version. A second call changes nothing. */
export async function installFiles(owned: OwnedFiles): Promise<ConnectChange[]> {
  const { root, files } = owned;
  const before = await readMarker(root);
  const stale = Object.keys(before?.files ?? {}).filter((path) => !files.has(path));
  for (const path of [...files.keys(), ...stale, MARKER]) await refuseLinks(owned, path);
  const listed = new Map(Object.entries(before?.files ?? {}));
  await refuseForeign(root, new Map([...files].filter(([path]) => !listed.has(path))));

  const created = new Set(before?.createdFolders);
  for (const path of files.keys()) {
    for (const directory of createDirectories(root, dirname(join(root, path)))) created.add(directory);
  }
  const changes: ConnectChange[] = [];
  for (const path of stale) changes.push(...(await removeOwn(owned, path, listed.get(path))));
  return [...changes, ...(await writeFiles(owned, listed, [...created]))];
}

async function writeFiles(
  { root, files }: OwnedFiles,
  listed: ReadonlyMap<string, string>,
  created: readonly string[],
): Promise<ConnectChange[]> {
  const hashes = Object.fromEntries([...files].map(([path, text]) => [path, sha256(text)]));
  const older = Object.fromEntries([...listed].filter(([path]) => files.has(path)));
  const marker = join(root, MARKER);
  // Before the files: if a crash interrupts the writes, the next call still knows which files are ours, also old ones.
  const before = await writeIfChanged(marker, markerText({ ...hashes, ...older }, created));
  const written: ConnectChange[] = [];
  for (const [path, text] of files) written.push(await writeIfChanged(join(root, path), text));
  const after = await writeIfChanged(marker, markerText(hashes, created));
  return [before.action === "unchanged" ? after : before, ...written];
}

/** Removes our files, and the directories that we created if they are empty. Files that others added stay. */
export async function uninstallFiles(owned: OwnedFiles): Promise<ConnectChange[]> {
  const { root, files } = owned;
  const marker = await readMarker(root);
  const ours = marker ? Object.keys(marker.files) : await unmodified(root, files);
  if (ours.length === 0 && !(await hasMarker(root))) return [];
  for (const path of [...ours, MARKER]) await refuseLinks(owned, path);

  const changes: ConnectChange[] = [];
  for (const path of ours) changes.push(...(await removeOwn(owned, path, marker?.files[path])));
  return [...changes, ...(await removeMarker(root, marker?.createdFolders ?? directoriesOf(files)))];
}

/** Removes the directories as well, if they are empty. */
async function removeMarker(root: string, directories: readonly string[]): Promise<ConnectChange[]> {
  const inner = directories.filter((directory) => directory !== "" && !directory.startsWith(".."));
  for (const directory of longestFirst(inner)) await removeEmpty(join(root, directory));
  // Last of the files: after an earlier crash the marker still lists what is left to remove.
  const removed = await removeFile(join(root, MARKER));
  const outer = directories.filter((directory) => !inner.includes(directory));
  for (const directory of shortestFirst(outer)) await removeEmpty(join(root, directory));
  return removed;
}

/** Also if it is damaged, or was being written when we were killed. */
async function hasMarker(root: string): Promise<boolean> {
  const path = join(root, MARKER);
  return ((await statOf(path)) ?? (await statOf(temporaryFor(path)))) !== undefined;
}

async function refuseLinks({ root, isShared }: OwnedFiles, path: string): Promise<void> {
  const parts = path.split("/");
  const below = parts.map((_, index) => join(root, ...parts.slice(0, index + 1)));
  for (const ancestor of isShared ? below : [root, ...below]) {
    const stat = await statOf(ancestor);
    if (stat?.isSymbolicLink()) {
      throw new HoldfastError("conflict", `${ancestor} is a symbolic link, which may point anywhere.`, {
        next: "Replace it with a directory, then connect again.",
      });
    }
  }
}

async function statOf(path: string) {
  try {
    return await lstat(path);
  } catch (error) {
    if (isMissing(error)) return undefined;
    throw error;
  }
}

/** A file at a path that the marker does not list belongs to someone else unless its content is ours. */
async function refuseForeign(root: string, files: ReadonlyMap<string, string>): Promise<void> {
  for (const [path, text] of files) {
    const there = await readIfExists(join(root, path));
    if (there === undefined || there === text) continue;
    throw new HoldfastError("conflict", `${join(root, path)} was not written by Holdfast.`, {
      next: "Move it elsewhere, then connect again.",
    });
  }
}

function createDirectories(root: string, directory: string): string[] {
  const first = makeDirectory(directory);
  if (first === undefined) return [];
  const made: string[] = [];
  for (let at = directory; at.length >= first.length; at = dirname(at))
    made.push(toPosix(relative(root, at)));
  return made;
}

function toPosix(path: string): string {
  return path.split(sep).join("/");
}

/** In a directory of the client's, a file that is neither what we wrote nor what we write now is the user's. */
async function removeOwn(
  { root, files, isShared }: OwnedFiles,
  path: string,
  hash: string | undefined,
): Promise<ConnectChange[]> {
  const at = join(root, path);
  const text = isShared ? await readIfExists(at) : undefined;
  const isChanged = text !== undefined && text !== files.get(path) && sha256(text) !== hash;
  return isChanged ? [{ path: at, action: "kept" }] : await removeFile(at);
}

async function removeFile(path: string): Promise<ConnectChange[]> {
  await rm(temporaryFor(path), { force: true });
  if (!(await statOf(path))) return [];
  await rm(path);
  return [{ path, action: "removed" }];
}

async function unmodified(root: string, files: ReadonlyMap<string, string>): Promise<string[]> {
  const same: string[] = [];
  for (const [path, text] of files) {
    if ((await readIfExists(join(root, path))) === text) same.push(path);
  }
  return same;
}

function directoriesOf(files: ReadonlyMap<string, string>): string[] {
  const parents = [...files.keys()].flatMap((path) => {
    const parts = path.split("/").slice(0, -1);
    return parts.map((_, index) => parts.slice(0, index + 1).join("/"));
  });
  return ["", ...new Set(parents)];
}

function longestFirst(directories: readonly string[]): string[] {
  return directories.toSorted((a, b) => b.length - a.length);
}

/** "" before ".." before "../..": innermost first. */
function shortestFirst(directories: readonly string[]): string[] {
  return directories.toSorted((a, b) => a.length - b.length);
}

async function removeEmpty(directory: string): Promise<void> {
  try {
    await rmdir(directory);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? error.code : undefined;
    const kept = code === "ENOTEMPTY" || code === "EEXIST" || code === "ENOENT" || code === "ENOTDIR";
    if (!kept) throw error;
  }
}
