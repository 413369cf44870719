import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";

export interface Replacing {
  /** Permissions of the new file, less the umask. */
  mode?: number;
  /** Permissions to give it exactly. */
  exactMode?: number | undefined;
  /** Wait until the disk has both the bytes and the name. */
  durable?: boolean;
  /** Where the bytes are written first; a leftover of an earlier attempt there is removed. */
  temporary?: string;
}

/**
 * The one way to write a file: whole or not at all, so that a reader sees the old bytes or the new ones. They go into a new
 * file beside the path, made exclusively, so that no planted link leads them elsewhere; a link at the path itself is replaced.
 */
export function replaceFile(path: string, content: string | Uint8Array, options: Replacing = {}): void {
  const { mode = 0o600, exactMode, durable = false, temporary = temporaryBeside(path) } = options;
  if (options.temporary !== undefined) rmSync(temporary, { force: true });
  const fd = openSync(temporary, "wx", mode);
  try {
    try {
      if (exactMode !== undefined) fchmodSync(fd, exactMode);
      writeFileSync(fd, content);
      if (durable) fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
    renameSync(temporary, path);
  } catch (error) {
    // On a full disk half a file would only take more room.
    rmSync(temporary, { force: true });
    throw error;
  }
  if (durable) syncDirectory(dirname(path));
}

/** Unique without `node:crypto`, which is a fifth of a bare start; exclusive creation is what makes it safe. */
function temporaryBeside(path: string): string {
  return `${path}.${process.pid}-${process.hrtime.bigint().toString(36)}.tmp`;
}

/** Waits until the disk has the names in a directory. */
export function syncDirectory(path: string): void {
  try {
    const fd = openSync(path, "r");
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    // Windows opens no directory, and some file systems sync none: the name then reaches the disk with the next sync.
  }
}

/** Returns when the bytes of the file are on the disk. */
export async function syncFile(path: string): Promise<void> {
  const handle = await open(path, "r+");
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
