import type { RestoreView } from "../../../snapshots/restore/restore-view.ts";
import { count } from "../../../text/phrases.ts";
import type { Rendering } from "../layout/rendering.ts";
import { fileLine } from "./file-changes.ts";

/** Files that are listed by name; `--json` lists more. */
const MAX_FILES = 40;

export function renderRestore(shown: RestoreView, { style }: Rendering): string[] {
  const { target, applied, files, conflicts, untouched, uncovered, counts, note } = shown;
  const total = counts.created + counts.changed + counts.deleted;
  const verb = applied ? "Restored" : "Would restore";
  return [
    style.strong(`${verb} ${count(total, "file")}: ${target}`),
    ...(note === null ? [] : [note]),
    ...limited(
      files.map((file) => fileLine(file, style)),
      total,
    ),
    ...section("Kept, because somebody else changed them", conflicts, counts.conflicts),
    ...section("Ignored, so untouched", untouched, counts.untouched),
    ...section("Not covered by the snapshot", uncovered, counts.uncovered),
    ...next(shown, total),
  ];
}

function section(title: string, files: RestoreView["conflicts"], total: number): string[] {
  if (total === 0) return [];
  return [
    "",
    `${title} (${total}):`,
    ...limited(
      files.map(({ path, reason }) => `  ${path}: ${reason}`),
      total,
    ),
  ];
}

function limited(lines: readonly string[], total: number): string[] {
  const shown = lines.slice(0, MAX_FILES);
  return total > shown.length ? [...shown, `  (${total - shown.length} more)`] : shown;
}

function next({ applied, counts, safety, snapshot }: RestoreView, total: number): string[] {
  const overwrite =
    counts.conflicts > 0 && !applied ? ["To restore the kept files too, add --overwrite."] : [];
  if (!applied)
    return total === 0
      ? ["", ...overwrite]
      : ["", ...overwrite, "To restore, add --yes. Nothing was changed."];
  // An undo restores no snapshot, and cannot be taken back itself.
  return safety === null || snapshot === null ? [] : ["", "To take it back: holdfast undo"];
}
