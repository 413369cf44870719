import { relative } from "node:path";
import { changedPaths, deletedPaths } from "../capture/inherit.ts";
import { type FileChangeView, viewFileChanges } from "../checkpoints/file-changes-view.ts";
import { withoutAccompanying } from "../checkpoints/permission-changes.ts";
import type { Capture } from "../kernel/capture.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import type { SpanChanges } from "../snapshots/change-spans.ts";

const MAX_FILES = 100;

/** Changed files with their numbers of lines, as far as they are known. */
export interface ListedFiles {
  files: FileChangeView[];
  fileCount: number;
  added: number | null;
  removed: number | null;
  filesFrom: "snapshots" | "tools";
}

/** The files as snapshots show them. */
export function listChangedFiles(redactor: Redactor, { changes, lines }: SpanChanges): ListedFiles {
  const files = withoutAccompanying(changes);
  const counts = files.flatMap(({ path }) => lines.get(path) ?? []);
  return {
    files: viewFileChanges(redactor, files, { lines, limit: MAX_FILES }),
    fileCount: files.length,
    added: counts.reduce((sum, { added }) => sum + added, 0),
    removed: counts.reduce((sum, { removed }) => sum + removed, 0),
    filesFrom: "snapshots",
  };
}

/** The files that edit tools and shell commands named. Whether they existed before is not known. */
export function listNamedFiles(
  redactor: Redactor,
  { files }: Pick<Capture, "files">,
  worktree: string,
): ListedFiles {
  const paths = [
    ...deletedPaths({ files }).map((path) => ({ path, change: "deleted" as const })),
    ...changedPaths({ files }).map((path) => ({ path, change: "changed" as const })),
  ];
  return {
    files: paths.slice(-MAX_FILES).map(({ path, change }) => ({
      path: redactor.text(relativeTo(worktree, path)),
      change,
      added: null,
      removed: null,
    })),
    fileCount: paths.length,
    added: null,
    removed: null,
    filesFrom: "tools",
  };
}

/** A path outside of the worktree stays as it is. */
export function relativeTo(worktree: string, path: string): string {
  const inside = path.startsWith("/") ? relative(worktree, path) : path;
  return inside === ".." || inside.startsWith("../") ? path : inside === "" ? "." : inside;
}
