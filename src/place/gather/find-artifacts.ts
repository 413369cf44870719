import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { compileGlob, type Glob, matchesGlob } from "../../files/glob.ts";
import type { Config } from "../../kernel/config/config.ts";
import type { SavedPlace } from "../record/saved-place.ts";

type Globs = Config["place"]["artifacts"];
type Name = keyof Globs;

/** A larger tree was not made by a workflow, and searching it would take too long. */
const MOST_ENTRIES = 20_000;
const MOST_STEPS = 20_000_000;

/**
 * Where a task's documents are: the plan and the architecture that were written last, the critic's response and the review with
 * the highest number (P16). Directories are listed; no file is opened.
 */
export function findArtifacts(
  folder: string | null,
  globs: Globs,
  task: string,
): Omit<SavedPlace["artifacts"], "sessionState"> {
  const paths = folder === null ? [] : listFiles(folder);
  const budget = { steps: MOST_STEPS };
  const find = (name: Name, order: (path: string) => number) => {
    const glob = compileGlob(globs[name]);
    return first(
      folder,
      paths.filter((path) => isMatch(glob, path, budget)),
      { task, order },
    );
  };
  return {
    plan: find("plan", modifiedIn(folder)),
    architecture: find("architecture", modifiedIn(folder)),
    critic: find("critic", numberOf),
    review: find("review", numberOf),
  };
}

function isMatch(glob: Glob, path: string, budget: { steps: number }): boolean {
  return budget.steps > 0 && matchesGlob(glob, path, budget);
}

/** The document of the current task, where it has its own. */
function first(
  folder: string | null,
  matching: readonly string[],
  { task, order }: { task: string; order: (path: string) => number },
): string | null {
  const own = matching.filter((path) => path.split("/")[0] === task);
  const written = modifiedIn(folder);
  const [best] = (own.length > 0 ? own : [...matching])
    .map((path) => ({ path, rank: order(path), at: written(path) }))
    .sort((one, other) => other.rank - one.rank || other.at - one.at);
  return best === undefined || folder === null ? null : join(folder, best.path);
}

function numberOf(path: string): number {
  return Number(/(\d+)\D*$/.exec(basename(path))?.[1] ?? -1);
}

function modifiedIn(folder: string | null): (path: string) => number {
  return (path) => lstatSync(join(folder ?? "", path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** The regular files below a folder by their relative paths; links are not followed. */
function listFiles(folder: string): string[] {
  const found: string[] = [];
  const waiting = [""];
  let seen = 0;
  for (let at = waiting.pop(); at !== undefined && seen < MOST_ENTRIES; at = waiting.pop()) {
    for (const entry of entriesOf(join(folder, at))) {
      seen += 1;
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory() && entry.name !== "trash") waiting.push(path);
      else if (entry.isFile()) found.push(path.replaceAll(sep, "/"));
    }
  }
  return found;
}

function entriesOf(folder: string): Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
