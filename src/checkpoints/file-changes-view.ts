import * as z from "zod";
import { shownPath } from "../files/raw-path.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import type { FileChange, LineCount } from "../kernel/ports/snapshots.ts";
import type { RawPath } from "../kernel/snapshot.ts";

export const FileChangeView = z.object({
  path: z.string(),
  change: z.enum(["created", "changed", "deleted"]),
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
  return changes.slice(0, limit).map(({ path, before, after }) => ({
    path: redactor.text(shownPath(path)),
    change: before === null ? "created" : after === null ? "deleted" : "changed",
    added: lines.get(path)?.added ?? null,
    removed: lines.get(path)?.removed ?? null,
  }));
}
