import { shownPath } from "../files/raw-path.ts";
import type { CapturedFiles } from "../kernel/ports/snapshots.ts";

/** Says what a person can do about what cannot be captured now; null if there is nothing. */
export function noteUncovered({ uncovered }: Pick<CapturedFiles, "uncovered">): string | null {
  const notes = uncovered.flatMap(({ path, reason, next }) =>
    next === undefined ? [] : [`${shownPath(path)} is not captured: ${reason}. ${next}`],
  );
  return notes.join(" ") || null;
}
