import { lstatSync } from "node:fs";
import { join } from "node:path";
import { HoldfastError } from "../../kernel/errors.ts";

/** git reads these in every directory. */
const READ_BY_GIT = [".gitignore", ".gitattributes"];

/**
 * git opens such a file even if it is a named pipe, and waits for somebody who writes to it. Only the top directory is
 * looked at, which costs nothing: in others, git waits until its time limit.
 */
export function refusePipes(worktree: string): void {
  for (const name of READ_BY_GIT) {
    const path = join(worktree, name);
    if (!isPipe(path)) continue;
    throw new HoldfastError("snapshot_failed", `${path} is a named pipe, for which git would wait.`, {
      next: "Delete or rename it.",
    });
  }
}

function isPipe(path: string): boolean {
  try {
    return lstatSync(path).isFIFO();
  } catch {
    return false; // missing, or in a directory that cannot be read, as the capture will say
  }
}
