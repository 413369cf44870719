import { lstatSync } from "node:fs";
import { dirname } from "node:path";
import { bytesInside } from "../files/raw-path.ts";
import type { FileChange } from "../kernel/ports/snapshots.ts";
import type { RawPath } from "../kernel/snapshot.ts";

/** How many of some changes were made after a moment. */
export type Share = "none" | "some" | "all";

export function shareOf(changes: readonly FileChange[], matches: (change: FileChange) => boolean): Share {
  const count = changes.filter(matches).length;
  if (count === 0) return "none";
  return count === changes.length ? "all" : "some";
}

/**
 * When the file system last noted a change of a file. No program can set this time. For a deleted file, it is that of
 * the nearest directory that is left.
 */
export function lastChange(worktree: string, path: RawPath): number {
  for (let at = bytesInside(worktree, path).toString("latin1"); ; at = dirname(at)) {
    const found = lookAt(Buffer.from(at, "latin1"));
    if (found !== undefined || at === dirname(at)) return found ?? 0;
  }
}

/** Undefined if there is nothing, or if something in the path is no directory. */
function lookAt(path: Buffer): number | undefined {
  try {
    return lstatSync(path).ctimeMs;
  } catch {
    return undefined;
  }
}
