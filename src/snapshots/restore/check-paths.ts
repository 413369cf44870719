import { parentOf, shownPath, statInside } from "../../files/raw-path.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { FileChange } from "../../kernel/ports/snapshots.ts";
import type { RawPath, Snapshot } from "../../kernel/snapshot.ts";

/** Refuses a path that neither the snapshot nor the worktree has. A captured file that is gone is among the changes. */
export function checkPaths(
  worktree: string,
  paths: readonly RawPath[],
  { changes, target }: { changes: readonly FileChange[]; target: Pick<Snapshot, "directories"> },
): void {
  const missing = paths.filter((path) => !statInside(worktree, path));
  if (missing.length === 0) return;
  const files = changes.map(({ path }) => path);
  const known = new Set([...files, ...target.directories].flatMap(withParents));
  const unknown = missing.find((path) => !known.has(path));
  if (unknown === undefined) return;
  throw new HoldfastError("not_found", `Neither the snapshot nor the directory has ${shownPath(unknown)}.`, {
    next: "Run `holdfast changes` to see the files. Paths are relative to the current directory.",
  });
}

/** Whether a path was asked for, or a directory that contains it. Without any, everything is; so it is with the empty path. */
export function createFilter(paths: readonly RawPath[]): (path: RawPath) => boolean {
  const wanted = new Set(paths);
  if (wanted.size === 0 || wanted.has("")) return () => true;
  return (path) => withParents(path).some((each) => wanted.has(each));
}

function withParents(path: RawPath): RawPath[] {
  const found: RawPath[] = [];
  for (let at = path; at !== ""; at = parentOf(at)) found.push(at);
  return found;
}
