import { createHash } from "node:crypto";
import { closeSync, constants, fstatSync, lstatSync, openSync, readlinkSync, readSync } from "node:fs";
import { isNestedRepository } from "../../files/nested-repository.ts";
import { bytesInside } from "../../files/raw-path.ts";
import { unusualPermissions } from "../../files/unusual-permissions.ts";
import type { TreeFile } from "../../kernel/ports/snapshots.ts";
import type { RawPath } from "../../kernel/snapshot.ts";
import { hashBytes } from "./loose-objects.ts";
import type { StoreLayout } from "./store-layout.ts";

/** The mode of a symbolic link. */
export const LINK = "120000";

/**
 * The mode and blob of what is at a path now, from its bytes alone. Null if there is nothing or a directory, or if the path
 * leads through a link; undefined if it is something else, or inside a repository of its own.
 */
export function identifyFile(
  { worktree, hash }: Pick<StoreLayout, "worktree" | "hash">,
  path: RawPath,
): TreeFile | null | undefined {
  const parents = path.split("/").slice(0, -1);
  for (let depth = 1; depth <= parents.length; depth++) {
    const parent = bytesInside(worktree, parents.slice(0, depth).join("/"));
    const stat = lstatSync(parent, { throwIfNoEntry: false });
    if (!stat?.isDirectory()) return null;
    if (isNestedRepository(parent)) return undefined;
  }
  const full = bytesInside(worktree, path);
  const stat = lstatSync(full, { throwIfNoEntry: false });
  if (!stat || stat.isDirectory()) return null;
  if (stat.isSymbolicLink()) return { mode: LINK, blob: hashBytes(readlinkSync(full, "buffer"), hash) };
  if (!stat.isFile()) return undefined;
  return hashFile(full, hash);
}

/** The mode of a file as git stores it. */
export function modeOf(permissions: number): string {
  return (permissions & 0o100) === 0 ? "100644" : "100755";
}

const CHUNK = 1024 * 1024;

function hashFile(path: Buffer, algorithm: string): TreeFile {
  const fd = openSync(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0));
  try {
    const { size, mode } = fstatSync(fd);
    const hash = createHash(algorithm).update(`blob ${size}\0`);
    const chunk = Buffer.alloc(Math.min(CHUNK, size + 1));
    for (;;) {
      const read = readSync(fd, chunk);
      if (read === 0) break;
      hash.update(chunk.subarray(0, read));
    }
    return {
      mode: modeOf(mode),
      blob: hash.digest("hex"),
      permissions: unusualPermissions(mode) ?? null,
    };
  } finally {
    closeSync(fd);
  }
}
