import type { FileChange } from "../kernel/ports/snapshots.ts";
import type { Snapshot } from "../kernel/snapshot.ts";

/** Tells the files that are gone from those that a snapshot only does not cover. */
export function markUncovered(
  changes: readonly FileChange[],
  { uncovered }: Pick<Snapshot, "uncovered">,
): FileChange[] {
  const paths = new Set(uncovered.map(({ path }) => path));
  return changes.map((change) =>
    change.after === null && paths.has(change.path) ? { ...change, uncovered: true } : change,
  );
}
