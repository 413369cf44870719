import { existsSync, readdirSync, readFileSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { allCheckpoints } from "../checkpoints/all-checkpoints.ts";
import { rewriteFile } from "../files/rewrite-file.ts";
import type { Context } from "../kernel/context.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import { allSessions } from "../sessions/all-sessions.ts";
import { isFileIn } from "./files/inside-directory.ts";
import { listFilesNewestFirst } from "./files/list-files.ts";
import { listPendingRestores, writePendingRestore } from "./files/pending-restores.ts";
import { findPlacesDirectory, type PlacesDirectory } from "./files/places-directory.ts";
import { freePlacePath, moveLedger } from "./files/rename-task.ts";
import { redactHeldPrompts, redactLedger, redactPlaceText } from "./record/redact-text.ts";

type RedactDeps = Pick<Context, "store" | "redactor" | "paths" | "home" | "config" | "caller">;

const HELD = /^pending-prompt-.*\.txt(?:\.\d+)?$/;

/**
 * Applies the current redaction rules to the files of places: held prompts, including those in the trash, and what
 * Holdfast wrote to shared directories. Returns the number of changed files. Does not change files of other tools.
 */
export async function redactPlaces(ctx: RedactDeps, { dryRun }: { dryRun: boolean }): Promise<number> {
  let changed = 0;
  for (const directory of [...listPrivateDirectories(ctx), ...(await findSharedDirectories(ctx))]) {
    for (const path of listHeldFiles(directory))
      changed += rewrite(path, redactHeldPrompts(readContent(directory, path), ctx.redactor), dryRun);
    for (const path of listLedgers(directory))
      changed += rewrite(path, redactLedger(readContent(directory, path), ctx.redactor), dryRun);
    for (const path of listPlaceFiles(directory))
      changed += redactPlaceFile(directory, path, { ...ctx, dryRun });
  }
  return changed;
}

function listPrivateDirectories({ paths }: RedactDeps): PlacesDirectory[] {
  const places = join(paths.state, "places");
  return namesIn(places).map((name) => ({ memory: join(places, name), artifacts: null }));
}

/** The shared directories of all directories in the store, since those determine where files are written. */
async function findSharedDirectories({
  store,
  home,
  paths,
  config,
  caller,
}: RedactDeps): Promise<PlacesDirectory[]> {
  const directories = new Set([caller.cwd]);
  for await (const { worktree } of allCheckpoints(store, { includeTrashed: true, includeAbandoned: true }))
    directories.add(worktree);
  for await (const { cwd, worktree } of allSessions(store)) directories.add(cwd).add(worktree);
  // Whatever the setting is now, the directory may have been used before.
  const looking = { home, paths, config: { ...config, place: { ...config.place, mirror: "auto" as const } } };
  const found = [...directories].map((cwd) =>
    findPlacesDirectory(looking, { cwd, worktree: cwd, projectId: "none" }),
  );
  return [...new Map(found.map((directory) => [directory.artifacts, directory])).values()].filter(
    ({ artifacts }) => artifacts !== null,
  );
}

function listHeldFiles({ memory }: PlacesDirectory): string[] {
  const trash = join(memory, "trash");
  const directories = [memory, ...namesIn(trash).map((date) => join(trash, date))];
  return directories
    .flatMap((directory) => listFilesNewestFirst(directory, (name) => HELD.test(name)))
    .map(({ path }) => path);
}

function listLedgers({ artifacts }: PlacesDirectory): string[] {
  return artifacts === null ? [] : namesIn(artifacts).map((task) => join(artifacts, task, "cost-ledger.md"));
}

function listPlaceFiles({ memory, artifacts }: PlacesDirectory): string[] {
  return artifacts === null
    ? []
    : listFilesNewestFirst(join(memory, "checkpoints"), (name) => name.endsWith(".md")).map(
        ({ path }) => path,
      );
}

/** Returns an empty text for links and for files elsewhere, which we must not change. */
function readContent({ memory, artifacts }: PlacesDirectory, path: string): string {
  return isFileIn(artifacts ?? memory, path) ? readFileSync(path, "utf8") : "";
}

function rewrite(path: string, clean: string | undefined, dryRun: boolean, to = path): 0 | 1 {
  if (clean === undefined) return 0;
  if (!dryRun) rewriteFile(path, clean, to);
  return 1;
}

/**
 * Also renames what is named after the task, the place file and the directory of its ledger, and updates pending
 * restores.
 */
function redactPlaceFile(
  directory: PlacesDirectory,
  path: string,
  { redactor, dryRun }: { redactor: Redactor; dryRun: boolean },
): 0 | 1 {
  const clean = redactPlaceText(readContent(directory, path), redactor);
  if (!clean || dryRun || clean.task === clean.oldTask) return rewrite(path, clean?.text, dryRun);
  const to = freePlacePath(path, clean);
  rewrite(path, clean.text, dryRun, to);
  for (const { session, target, savedAt } of listPendingRestores(directory))
    if (target === path)
      utimesSync(writePendingRestore(directory, session, to), savedAt / 1_000, savedAt / 1_000);
  if (directory.artifacts !== null && existsSync(dirname(to))) moveLedger(directory.artifacts, clean);
  return 1;
}

function namesIn(directory: string): string[] {
  try {
    return readdirSync(directory, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
