import { closeSync, fchmodSync, fsyncSync, openSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { dirname } from "node:path";

export interface ReplaceOptions {
  /** Permissions of the new file, reduced by the umask. */
  mode?: number;
  /** Permissions of the new file, regardless of the umask. */
  exactMode?: number | undefined;
  /** Wait until both the bytes and the name are on the disk. */
  durable?: boolean;
  /** Where the bytes are written first. A file that an earlier attempt left there is removed. */
  temporary?: string;
}

/**
 * The only way to write a file: atomic, so that a reader sees either the old bytes or the new ones. The bytes go into a
 * new file next to the path, created exclusively, so that no planted link redirects them. A link at the path itself is
 * replaced.
 */
export function replaceFile(path: string, content: string | Uint8Array, options: ReplaceOptions = {}): void {
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
    // On a full disk, half a file would only take more space.
    rmSync(temporary, { force: true });
    throw error;
  }
  if (durable) syncDirectory(dirname(path));
}

/** Unique without `node:crypto`, which takes a fifth of a bare start. Exclusive creation makes it safe. */
export function temporaryBeside(path: string): string {
  return `${path}.${process.pid}-${process.hrtime.bigint().toString(36)}.tmp`;
}

/** Waits until the names in a directory are on the disk. */
export function syncDirectory(path: string): void {
  try {
    const fd = openSync(path, "r");
    try {
      fsyncSync(fd);
    } finally {
      closeSync(fd);
    }
  } catch {
    // Windows cannot open directories, and some file systems cannot sync them. The name is written with the next sync.
  }
}

/** Returns when the bytes of the file are on the disk. Some systems need `r+`, and a file that nobody may write needs `r`. */
export async function syncFile(path: string, flags: "r+" | "r" = "r+"): Promise<void> {
  const handle = await open(path, flags);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
