import { lstatSync } from "node:fs";
import { basename, join, sep } from "node:path";
import { compileGlob, type Glob, matchesGlob } from "../../files/glob.ts";
import type { Config } from "../../kernel/config/config.ts";
import { entriesOf } from "../files/list-files.ts";
import type { Documents } from "../files/shared-directory.ts";
import { fileName } from "./write-place-file.ts";

type Globs = Config["place"]["artifacts"];
type Name = keyof Globs;

/** Larger trees were not created by a workflow, and searching them would take too long. */
const MAX_ENTRIES = 20_000;
const MAX_STEPS = 20_000_000;

/**
 * Finds the documents of a task: the plan and the architecture that were written last, and the critic's response and
 * the review with the highest number (P16). Only lists directories; does not open files.
 */
export function findDocuments(directory: string, globs: Globs, task: string): Documents {
  const paths = listFiles(directory);
  const budget = { steps: MAX_STEPS };
  const find = (name: Name, order: (path: string) => number) => {
    const glob = compileGlob(globs[name]);
    return findBest(
      directory,
      paths.filter((path) => isMatch(glob, path, budget)),
      { task, order },
    );
  };
  return {
    plan: find("plan", modifiedIn(directory)),
    architecture: find("architecture", modifiedIn(directory)),
    critic: find("critic", numberOf),
    review: find("review", numberOf),
  };
}

function isMatch(glob: Glob, path: string, budget: { steps: number }): boolean {
  return budget.steps > 0 && matchesGlob(glob, path, budget);
}

/**
 * The first document in the given order, from the directory of the task if that has one. Another tool may name that
 * directory exactly like the task.
 */
function findBest(
  directory: string,
  matching: readonly string[],
  { task, order }: { task: string; order: (path: string) => number },
): string | null {
  const own = matching.filter((path) => [task, fileName(task)].includes(path.split("/")[0] ?? ""));
  const written = modifiedIn(directory);
  const [best] = (own.length > 0 ? own : [...matching])
    .map((path) => ({ path, rank: order(path), at: written(path) }))
    .sort((one, other) => other.rank - one.rank || other.at - one.at);
  return best === undefined ? null : join(directory, best.path);
}

function numberOf(path: string): number {
  return Number(/(\d+)\D*$/.exec(basename(path))?.[1] ?? -1);
}

function modifiedIn(directory: string): (path: string) => number {
  return (path) => lstatSync(join(directory, path), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** The relative paths of the regular files below a directory. Does not follow links. */
function listFiles(directory: string): string[] {
  const found: string[] = [];
  const waiting = [""];
  let seen = 0;
  for (let at = waiting.pop(); at !== undefined && seen < MAX_ENTRIES; at = waiting.pop()) {
    for (const entry of entriesOf(join(directory, at))) {
      seen += 1;
      const path = at === "" ? entry.name : `${at}/${entry.name}`;
      if (entry.isDirectory() && entry.name !== "trash") waiting.push(path);
      else if (entry.isFile()) found.push(path.replaceAll(sep, "/"));
    }
  }
  return found;
}
