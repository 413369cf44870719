import { readFileSync, utimesSync } from "node:fs";
import { join } from "node:path";
import { allCheckpoints } from "../checkpoints/all-checkpoints.ts";
import { rewriteFile } from "../files/rewrite-file.ts";
import type { Context } from "../kernel/context.ts";
import { allSessions } from "../sessions/all-sessions.ts";
import { isFileIn } from "./files/inside-directory.ts";
import { directoriesIn, listFilesNewestFirst } from "./files/list-files.ts";
import { listPendingRestores, writePendingRestore } from "./files/pending-restores.ts";
import type { PlacesDirectory } from "./files/places-directory.ts";
import { findPlacesDirectory } from "./find-places-directory.ts";
import { redactHeldPrompts } from "./held/held-prompt-format.ts";

type RedactDeps = Pick<Context, "store" | "redactor" | "paths" | "home" | "config" | "caller">;

const HELD = /^pending-prompt-.*\.txt(?:\.\d+)?$/;

/**
 * Applies the current redaction rules to the files of places: held prompts, including those in the trash, and what
 * Holdfast wrote to shared directories. Returns the number of changed files. Does not change files of other tools.
 */
export async function redactPlaces(ctx: RedactDeps, { dryRun }: { dryRun: boolean }): Promise<number> {
  let changed = 0;
  for (const directory of [...listPrivateDirectories(ctx), ...(await findSharedDirectories(ctx))]) {
    for (const path of listHeldFiles(directory)) {
      const clean = redactHeldPrompts(readContent(directory, path), ctx.redactor);
      if (clean === undefined) continue;
      changed += 1;
      if (!dryRun) rewriteFile(path, clean);
    }
    const onRename = (path: string, to: string) => renameTarget(directory, path, to);
    changed += directory.shared?.redact(ctx.redactor, { dryRun, onRename }) ?? 0;
  }
  return changed;
}

function listPrivateDirectories({ paths }: RedactDeps): PlacesDirectory[] {
  const places = join(paths.state, "places");
  return directoriesIn(places).map((name) => {
    const root = join(places, name);
    return { root, memory: root, mode: 0o700, shared: null };
  });
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
  return [...new Map(found.map((directory) => [directory.root, directory])).values()].filter(
    ({ shared }) => shared !== null,
  );
}

function listHeldFiles({ memory }: PlacesDirectory): string[] {
  const trash = join(memory, "trash");
  const directories = [memory, ...directoriesIn(trash).map((date) => join(trash, date))];
  return directories
    .flatMap((directory) => listFilesNewestFirst(directory, (name) => HELD.test(name)))
    .map(({ path }) => path);
}

/** Returns an empty text for links and for files elsewhere, which we must not change. */
function readContent({ root }: PlacesDirectory, path: string): string {
  return isFileIn(root, path) ? readFileSync(path, "utf8") : "";
}

/** Keeps the times of the pending restores, by which the newest one is found. */
function renameTarget(directory: PlacesDirectory, path: string, to: string): void {
  for (const { session, target, savedAt } of listPendingRestores(directory))
    if (target === path)
      utimesSync(writePendingRestore(directory, session, to), savedAt / 1_000, savedAt / 1_000);
}
