import { shownPath, statInside } from "../../files/raw-path.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { FileChange } from "../../kernel/ports/snapshots.ts";
import type { RawPath } from "../../kernel/snapshot.ts";

/** Refuses a path that neither the snapshot nor the worktree has. A captured file that is gone is among the changes. */
export function checkPaths(
  worktree: string,
  paths: readonly RawPath[],
  changes: readonly FileChange[],
): void {
  const unknown = paths.find(
    (wanted) => !changes.some(({ path }) => isWithin(path, wanted)) && !statInside(worktree, wanted),
  );
  if (unknown === undefined) return;
  throw new HoldfastError("not_found", `Neither the snapshot nor the directory has ${shownPath(unknown)}.`, {
    next: "Run `holdfast changes` to see the files. Paths are relative to the current directory.",
  });
}

/** Whether a path is the given file, or inside the given directory. The empty path is the whole worktree. */
export function isWithin(path: RawPath, wanted: RawPath): boolean {
  return wanted === "" || path === wanted || path.startsWith(`${wanted}/`);
}
