import { shownPath } from "../../files/raw-path.ts";
import type { FileChange } from "../../kernel/ports/snapshots.ts";
import type { RestorePlan, RestoreStep } from "./plan-restore.ts";

/** The id of a file without content, in repositories of SHA-1 and SHA-256: nothing is lost with it. */
export const EMPTY_BLOBS: ReadonlySet<string> = new Set([
  "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391",
  "473a0f4c3be8a93681a267e3b1e9a7dcda1185436fe141f7749120a303721813",
]);

/**
 * Keeps a new file whose content should come back under another name, but cannot: a captured file was renamed, for example,
 * and one that is too large took its place. It may be the only copy in the worktree.
 */
export function keepOnlyCopies(plan: RestorePlan, changes: readonly FileChange[]): RestorePlan {
  const made = new Set(plan.steps.flatMap(({ path, after }) => (after === null ? [] : [path])));
  const stay = new Map(
    changes.flatMap(({ path, before }) =>
      before === null || made.has(path) || EMPTY_BLOBS.has(before.blob) ? [] : [[before.blob, path]],
    ),
  );
  if (stay.size === 0) return plan;
  const nameOf = ({ before, after }: RestoreStep) =>
    after === null && before !== null ? stay.get(before.blob) : undefined;
  const copies = plan.steps.flatMap((step) => {
    const name = nameOf(step);
    return name === undefined ? [] : [{ path: step.path, reason: reasonOf(name), isNew: true }];
  });
  return {
    ...plan,
    steps: plan.steps.filter((step) => nameOf(step) === undefined),
    conflicts: [...plan.conflicts, ...copies],
  };
}

function reasonOf(path: string): string {
  return `it is what ${shownPath(path)} was, which does not come back`;
}
