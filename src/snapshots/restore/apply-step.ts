import {
  closeSync,
  fchmodSync,
  fsyncSync,
  lstatSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmdirSync,
  rmSync,
  symlinkSync,
  unlinkSync,
} from "node:fs";
import { fileReason } from "../../files/file-errors.ts";
import { bytesInside, nameOf, parentOf } from "../../files/raw-path.ts";
import {
  unusualPermissions,
  usualDirectoryPermissions,
  usualPermissions,
} from "../../files/unusual-permissions.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { SnapshotStore, TreeFile } from "../../kernel/ports/snapshots.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { inDirectory, type OpenDirectory, openDirectory } from "./open-directory.ts";
import type { RestoreStep } from "./plan-restore.ts";

type FileStore = Pick<SnapshotStore, "identify" | "writeBlob">;

interface StepPlace {
  worktree: string;
  /** The name of the new file until it takes its place. The same for every attempt, so that none is left behind. */
  temporary: string;
  /** Directories that will get unusual permissions. Until then, nobody else may look into them. */
  closed: ReadonlySet<RawPath>;
  /** Directories that stay although the last file in them is deleted. */
  keep: ReadonlySet<RawPath>;
}

/** How a step ended: as planned, not since somebody changed the file, or not since it cannot be written. */
export type StepResult =
  | { type: "made" }
  | { type: "kept"; reason: string }
  | { type: "failed"; reason: string };

export const MADE: StepResult = { type: "made" };
const KEPT: StepResult = { type: "kept", reason: "it has changed since the plan was made" };

/** Makes one step of a restore. Whatever its result, the others can be made. */
export async function applyStep(
  store: FileStore,
  step: RestoreStep,
  applying: StepPlace,
): Promise<StepResult> {
  try {
    return await change(store, step, applying);
  } catch (error) {
    return toFailure(error);
  }
}

/** Why something could not be written. Rethrows what is no failure of the disk or of git. */
export function toFailure(error: unknown): StepResult {
  if (error instanceof HoldfastError) return { type: "failed", reason: error.message };
  if (!(error instanceof Error && "code" in error)) throw error;
  const code = String(error.code);
  return { type: "failed", reason: `it cannot be written: ${fileReason(code) ?? code}` };
}

async function change(store: FileStore, step: RestoreStep, applying: StepPlace): Promise<StepResult> {
  const { path, before, after } = step;
  const { worktree, closed, temporary: name } = applying;
  const state = stateOf(worktree, path);
  const found = await store.identify(path);
  // Left by a killed process, whatever has become of the file since.
  if (found !== undefined) removeTemporary(path, applying);
  if (isSameFile(found, after)) return MADE;
  if (!isSameFile(found, before)) return KEPT;
  if (after === null) return state === stateOf(worktree, path) ? remove(path, applying) : KEPT;
  const directory = makeDirectory(worktree, parentOf(path), closed);
  const temporary = directory.inside(name);
  try {
    await writeTemporary(store, { path: directory.inside(nameOf(path)), file: after }, temporary);
    // Again: writing the temporary file may have taken long. The state also changes if the file is written while it is read.
    const now = stateOf(worktree, path);
    if (!isSameFile(await store.identify(path), before) || now !== stateOf(worktree, path)) return KEPT;
    putInPlace(temporary, directory.inside(nameOf(path)));
    return MADE;
  } finally {
    rmSync(temporary, { force: true });
    directory.close();
  }
}

/** Changes with every write, and with every file that is put in the place of another. */
function stateOf(worktree: string, path: RawPath): string | undefined {
  try {
    const stat = lstatSync(bytesInside(worktree, path), { bigint: true, throwIfNoEntry: false });
    return stat && [stat.ino, stat.size, stat.mtimeNs, stat.ctimeNs].join(" ");
  } catch {
    return undefined; // a file or a closed directory is in the way
  }
}

/** A directory in the way is removed only if there is no file and no repository in it, at any depth. */
function putInPlace(temporary: Buffer, path: Buffer): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isDirectory())
    for (const directory of emptyDirectories(path)) rmdirSync(directory);
  renameSync(temporary, path);
}

const GIT = Buffer.from(".git");

/** The directory and those below it, innermost first. Throws before any of them is removed. */
function emptyDirectories(directory: Buffer): Buffer[] {
  const inner = readdirSync(directory, { encoding: "buffer", withFileTypes: true }).flatMap((entry) => {
    if (!entry.isDirectory() || entry.name.equals(GIT))
      throw Object.assign(new Error("The directory is not empty."), { code: "ENOTEMPTY" });
    return emptyDirectories(Buffer.concat([directory, Buffer.from("/"), entry.name]));
  });
  return [...inner, directory];
}

export function isSameFile(found: TreeFile | null | undefined, wanted: TreeFile | null): boolean {
  if (found === undefined) return false;
  if (found === null || wanted === null) return found === wanted;
  const { mode, blob, permissions } = wanted;
  const hasPermissions = permissions === undefined || found.permissions === permissions;
  return found.mode === mode && found.blob === blob && hasPermissions;
}

function removeTemporary(path: RawPath, applying: StepPlace): void {
  try {
    inDirectory(applying.worktree, parentOf(path), ({ inside }) =>
      rmSync(inside(applying.temporary), { force: true }),
    );
  } catch {
    // Its directory is gone, and so is the file.
  }
}

/** Deletes a file, and the directories that it leaves empty. */
function remove(path: RawPath, { worktree, keep }: Pick<StepPlace, "worktree" | "keep">): StepResult {
  inDirectory(worktree, parentOf(path), ({ inside }) => unlinkSync(inside(nameOf(path))));
  for (let at = parentOf(path); at !== "" && !keep.has(at); at = parentOf(at)) {
    try {
      inDirectory(worktree, parentOf(at), ({ inside }) => rmdirSync(inside(nameOf(at))));
    } catch {
      break; // something is left in it
    }
  }
  return MADE;
}

/** @param path where the file will be */
async function writeTemporary(
  store: FileStore,
  { path, file }: { path: Buffer; file: TreeFile },
  temporary: Buffer,
): Promise<void> {
  rmSync(temporary, { force: true });
  if (file.mode === "120000") await writeLink(store, file, temporary);
  else await writeFile(store, { file, temporary, mode: modeFor(path, file) });
}

async function writeFile(
  store: FileStore,
  { file, temporary, mode }: { file: TreeFile; temporary: Buffer; mode: number | undefined },
): Promise<void> {
  // At no moment with more permissions than it will have.
  const fd = openSync(temporary, "wx", mode ?? (file.mode === "100755" ? 0o777 : 0o666));
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

/** The captured permissions, or those of the file that is replaced, except whether it is executable. */
function modeFor(path: Buffer, { mode: gitMode, permissions }: TreeFile): number | undefined {
  if (typeof permissions === "number") return permissions;
  // The umask decides only where nobody knows better: that of the daemon leaves nothing to others.
  const usual = permissions === null ? usualPermissions(gitMode === "100755", process.umask()) : undefined;
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat?.isFile()) return usual;
  if (permissions === null && unusualPermissions(stat.mode) !== undefined) return usual;
  const mode = stat.mode & 0o777;
  return gitMode === "100755" ? mode | ((mode & 0o444) >> 2) : mode & ~0o111;
}

/** Opens a directory, and creates what is missing of it. */
export function makeDirectory(worktree: string, path: RawPath, closed: ReadonlySet<RawPath>): OpenDirectory {
  const usual = usualDirectoryPermissions(process.umask());
  return openDirectory(worktree, path, (own) => (closed.has(own) ? 0o700 : usual));
}
