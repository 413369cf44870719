import { statSync } from "node:fs";
import { resolve } from "node:path";
import type { Capture } from "../kernel/capture.ts";
import { oneLine } from "../text/bounded.ts";
import { shownPath } from "../text/shown-path.ts";

type TouchedFile = Capture["files"][number];

/** Where the earlier work was done, and until when. */
interface EarlierWork {
  cwd: string;
  worktree: string;
  /** Where the reader is. */
  from?: string | undefined;
  workedAt: number;
}

/** Only the newest files are checked, since each needs a file system call while the store is locked. */
const MOST_CHECKED = 20;
const NAMED = 3;
/** Tolerance, since the agent reports a write slightly before or after it happens. */
const SLACK_MS = 5_000;

/**
 * Lists the files of earlier work that others have changed since, and those that are missing, one line for each kind.
 */
export function findChangedFiles(earlier: EarlierWork, { files }: Pick<Capture, "files">): string[] {
  const touched = files
    .filter(({ action, deleted }) => action === "changed" && deleted !== true)
    .slice(-MOST_CHECKED);
  const fates = touched.map((file) => ({ file, fate: fateOf(file, earlier) }));
  const named = (wanted: Fate) =>
    list(
      fates.filter(({ fate }) => fate === wanted).map(({ file }) => file),
      earlier,
    );
  return [
    ...named("changed").map((names) => `edited by someone else: ${names}`),
    ...named("missing").map((names) => `missing: ${names}`),
  ].map(oneLine);
}

type Fate = "same" | "changed" | "missing";

function fateOf({ path, at }: TouchedFile, { cwd, workedAt }: EarlierWork): Fate {
  try {
    const { mtimeMs } = statSync(resolve(cwd, path));
    return mtimeMs > Math.max(at, workedAt) + SLACK_MS ? "changed" : "same";
  } catch {
    return "missing";
  }
}

function list(files: readonly TouchedFile[], { cwd, worktree, from }: EarlierWork): string[] {
  if (files.length === 0) return [];
  const names = files.slice(-NAMED).map(({ path }) => shownPath(resolve(cwd, path), { worktree, from }));
  const more = files.length - names.length;
  return [more > 0 ? `${names.join(", ")} and ${more} more` : names.join(", ")];
}
