import * as z from "zod";
import { shownPath } from "../files/raw-path.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import type { FileChange, LineCount } from "../kernel/ports/snapshots.ts";
import type { RawPath } from "../kernel/snapshot.ts";

export const FileChangeView = z.object({
  path: z.string(),
  /**
   * `permissions`: nothing else of the file changed. `uncovered`: it is there, but no longer captured, for example because it
   * is too large now.
   */
  change: z.enum(["created", "changed", "deleted", "permissions", "uncovered"]),
  /** Numbers of lines; null for a binary file. */
  added: z.number().nullable(),
  removed: z.number().nullable(),
});
export type FileChangeView = z.infer<typeof FileChangeView>;

/** Changed files as they are shown, at most `limit` of them. */
export function viewFileChanges(
  redactor: Redactor,
  changes: readonly FileChange[],
  { lines, limit }: { lines: ReadonlyMap<RawPath, LineCount>; limit: number },
): FileChangeView[] {
  return changes.slice(0, limit).map((each) => ({
    path: redactor.text(shownPath(each.path)),
    change: changeOf(each),
    added: each.uncovered ? null : (lines.get(each.path)?.added ?? null),
    removed: each.uncovered ? null : (lines.get(each.path)?.removed ?? null),
  }));
}

function changeOf({ before, after, uncovered, permissions }: FileChange): FileChangeView["change"] {
  if (uncovered) return "uncovered";
  if (permissions) return "permissions";
  if (before === null) return "created";
  if (after === null) return "deleted";
  return before.blob === after.blob && before.mode === after.mode ? "permissions" : "changed";
}
