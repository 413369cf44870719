import type { FileChange } from "../kernel/ports/snapshots.ts";
import type { RawPath, Snapshot } from "../kernel/snapshot.ts";

/** Tells the files that are gone from those that a snapshot only does not cover. */
export function markUncovered(
  changes: readonly FileChange[],
  { uncovered }: Pick<Snapshot, "uncovered">,
): FileChange[] {
  const paths = new Set(uncovered.map(({ path }) => path));
  const directories = uncovered.map(({ path }) => path).filter((path) => path.endsWith("/"));
  const isLeft = (path: RawPath) => paths.has(path) || directories.some((each) => path.startsWith(each));
  return changes.map((change) =>
    change.after === null && isLeft(change.path) ? { ...change, uncovered: true } : change,
  );
}
