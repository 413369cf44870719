import { chmodSync, closeSync, constants, existsSync, lstatSync, mkdirSync, openSync } from "node:fs";
import { toBytes } from "../../files/raw-path.ts";
import type { RawPath } from "../../kernel/snapshot.ts";

/** A directory of a worktree in which files are about to change. */
export interface OpenDirectory {
  /** A path of something in it. It stays in this directory, whatever is put in the place of its parents. */
  inside(name: RawPath): Buffer;
  close(): void;
}

/** Reached through a descriptor. Elsewhere than on Linux, nothing but the path leads to it. */
const DESCRIPTORS = "/proc/self/fd";
const O_PATH = 0o10000000;
const DIRECTORY = constants.O_DIRECTORY | constants.O_NOFOLLOW | O_PATH;

/**
 * Opens a directory without following a link: whatever else is there stops it.
 * @param createMode creates what is missing, with these permissions
 */
export function openDirectory(
  worktree: string,
  path: RawPath,
  createMode?: (directory: RawPath) => number,
): OpenDirectory {
  const open = process.platform === "linux" && existsSync(DESCRIPTORS) ? byDescriptor : byPath;
  let at = open(Buffer.from(worktree));
  const parts = path === "" ? [] : path.split("/");
  try {
    for (const [index, name] of parts.entries()) {
      const next = at.inside(name);
      const mode = createMode?.(parts.slice(0, index + 1).join("/"));
      if (mode !== undefined && !lstatSync(next, { throwIfNoEntry: false })) createDirectory(next, mode);
      const opened = open(next);
      at.close();
      at = opened;
    }
  } catch (error) {
    at.close();
    throw error;
  }
  return at;
}

/** With these permissions under whatever umask, and what it inherits of its parent. */
function createDirectory(path: Buffer, mode: number): void {
  mkdirSync(path, mode);
  const created = lstatSync(path).mode & 0o7777;
  if ((created & 0o777) !== mode) chmodSync(path, (created & 0o7000) | mode);
}

/** Does something in a directory, and closes it. */
export function inDirectory<T>(worktree: string, path: RawPath, work: (directory: OpenDirectory) => T): T {
  const directory = openDirectory(worktree, path);
  try {
    return work(directory);
  } finally {
    directory.close();
  }
}

function byDescriptor(path: Buffer): OpenDirectory {
  const fd = openSync(path, DIRECTORY);
  return {
    inside: (name) => Buffer.concat([Buffer.from(`${DESCRIPTORS}/${fd}/`), toBytes(name)]),
    close: () => closeSync(fd),
  };
}

function byPath(path: Buffer): OpenDirectory {
  if (!lstatSync(path).isDirectory()) throw Object.assign(new Error("Not a directory"), { code: "ENOTDIR" });
  return { inside: (name) => Buffer.concat([path, toBytes(`/${name}`)]), close: () => {} };
}
