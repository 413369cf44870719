import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from "node:fs";
import { bytesInside } from "../../files/raw-path.ts";
import type { SnapshotStore, TreeFile } from "../../kernel/ports/snapshots.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import type { RestoreStep } from "./plan-restore.ts";

type FileStore = Pick<SnapshotStore, "identify" | "writeBlob">;

interface Applying {
  worktree: string;
  /** The name of the new file until it takes its place. The same for every attempt, so that none is left behind. */
  temporary: string;
}

/** Makes one step of a restore. Returns why the file was left as it is; undefined if it is as it should be. */
export async function applyStep(
  store: FileStore,
  step: RestoreStep,
  applying: Applying,
): Promise<string | undefined> {
  try {
    return await change(store, step, applying);
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    if (!["EACCES", "EPERM", "EROFS", "ENOTDIR", "EISDIR", "ENOTEMPTY", "EEXIST", "ELOOP"].includes(code))
      throw error;
    return `it cannot be written (${code})`;
  }
}

async function change(store: FileStore, step: RestoreStep, applying: Applying): Promise<string | undefined> {
  const { path, before, after } = step;
  const found = await store.identify(path);
  if (isSameFile(found, after)) return removeTemporary(path, applying);
  if (!isSameFile(found, before)) return "it has changed since the plan was made";
  if (after === null) return remove(path, applying.worktree);
  const temporary = await writeTemporary(store, { path, file: after }, applying);
  // Again, since writing may have taken long.
  if (!isSameFile(await store.identify(path), before)) {
    rmSync(temporary, { force: true });
    return "it has changed since the plan was made";
  }
  try {
    putInPlace(temporary, bytesInside(applying.worktree, path));
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  }
  return undefined;
}

/** A directory in the way is removed only if it is empty. */
function putInPlace(temporary: Buffer, path: Buffer): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory()) rmdirSync(path);
  renameSync(temporary, path);
}

export function isSameFile(found: TreeFile | null | undefined, wanted: TreeFile | null): boolean {
  if (found === undefined) return false;
  if (found === null || wanted === null) return found === wanted;
  return found.mode === wanted.mode && found.blob === wanted.blob;
}

function removeTemporary(path: RawPath, applying: Applying): undefined {
  try {
    rmSync(temporaryOf(path, applying), { force: true });
  } catch {
    // Its directory is gone, and so is the file.
  }
}

/** Deletes a file, and the directories that it leaves empty. */
function remove(path: RawPath, worktree: string): undefined {
  unlinkSync(bytesInside(worktree, path));
  for (let at = parentOf(path); at !== ""; at = parentOf(at)) {
    try {
      rmdirSync(bytesInside(worktree, at));
    } catch {
      return; // something is left in it
    }
  }
}

async function writeTemporary(
  store: FileStore,
  { path, file }: { path: RawPath; file: TreeFile },
  applying: Applying,
): Promise<Buffer> {
  const { worktree } = applying;
  makeParents(worktree, path);
  const temporary = temporaryOf(path, applying);
  rmSync(temporary, { force: true });
  if (file.mode === "120000") await writeLink(store, file, temporary);
  else await writeFile(store, { file, temporary, mode: modeFor(bytesInside(worktree, path), file.mode) });
  return temporary;
}

async function writeFile(
  store: FileStore,
  { file, temporary, mode }: { file: TreeFile; temporary: Buffer; mode: number | undefined },
): Promise<void> {
  const fd = openSync(temporary, "wx", file.mode === "100755" ? 0o777 : 0o666);
  try {
    await store.writeBlob(file.blob, fd);
    if (mode !== undefined) fchmodSync(fd, mode);
    fsyncSync(fd);
  } catch (error) {
    rmSync(temporary, { force: true });
    throw error;
  } finally {
    closeSync(fd);
  }
}

/** A link's target is its content. It is read through a file, since only files receive blobs. */
async function writeLink(store: FileStore, file: TreeFile, temporary: Buffer): Promise<void> {
  const fd = openSync(temporary, "wx+", 0o600);
  try {
    await store.writeBlob(file.blob, fd);
  } finally {
    closeSync(fd);
  }
  const target = readFileSync(temporary);
  rmSync(temporary);
  symlinkSync(target, temporary);
}

/** The permissions of the file that is replaced, except whether it is executable. */
function modeFor(path: Buffer, gitMode: string): number | undefined {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) return undefined;
  const mode = stat.mode & 0o777;
  return gitMode === "100755" ? mode | ((mode & 0o444) >> 2) : mode & ~0o111;
}

/** Never through a link: whatever is not a directory stops it. */
function makeParents(worktree: string, path: RawPath): void {
  const parts = path.split("/").slice(0, -1);
  for (let depth = 1; depth <= parts.length; depth++) {
    const directory = bytesInside(worktree, parts.slice(0, depth).join("/"));
    const stat = lstatSync(directory, { throwIfNoEntry: false });
    if (!stat) mkdirSync(directory);
    else if (!stat.isDirectory()) throw Object.assign(new Error("Not a directory"), { code: "ENOTDIR" });
  }
}

function temporaryOf(path: RawPath, { worktree, temporary }: Applying): Buffer {
  const parent = parentOf(path);
  return bytesInside(worktree, parent === "" ? temporary : `${parent}/${temporary}`);
}

function parentOf(path: RawPath): RawPath {
  return path.slice(0, Math.max(0, path.lastIndexOf("/")));
}
