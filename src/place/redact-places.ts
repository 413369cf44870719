import { existsSync, lstatSync, readdirSync, readFileSync, rmSync, utimesSync } from "node:fs";
import { dirname, join } from "node:path";
import { allCheckpoints } from "../checkpoints/all-checkpoints.ts";
import { replaceFile } from "../files/replace-file.ts";
import type { Context } from "../kernel/context.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import type { SessionSummary } from "../kernel/record.ts";
import { isFileIn } from "./files/inside-folder.ts";
import { filesNewestFirst } from "./files/newest-first.ts";
import { listPendingRestores, writePendingRestore } from "./files/pending-restores.ts";
import { findPlacesFolder, type PlacesFolder } from "./files/places-folder.ts";
import { freePlacePath, moveLedger } from "./files/rename-task.ts";
import { redactHeldPrompts, redactLedger, redactPlaceText } from "./record/redact-text.ts";

type Redacting = Pick<Context, "store" | "redactor" | "paths" | "home" | "config" | "caller">;

const HELD = /^pending-prompt-.*\.txt(?:\.\d+)?$/;
const PAGE = 200;

/**
 * Applies the current redaction rules to the files of places: held prompts, also those in the trash, and what Holdfast wrote into
 * shared folders. Returns the number of changed files. Files of another tool stay as they are.
 */
export async function redactPlaces(ctx: Redacting, { dryRun }: { dryRun: boolean }): Promise<number> {
  let changed = 0;
  for (const folder of [...privateFolders(ctx), ...(await sharedFolders(ctx))]) {
    for (const path of heldFiles(folder))
      changed += rewrite(path, redactHeldPrompts(contentOf(folder, path), ctx.redactor), dryRun);
    for (const path of ledgers(folder))
      changed += rewrite(path, redactLedger(contentOf(folder, path), ctx.redactor), dryRun);
    for (const path of placeFiles(folder)) changed += redactPlaceFile(folder, path, { ...ctx, dryRun });
  }
  return changed;
}

function privateFolders({ paths }: Redacting): PlacesFolder[] {
  const places = join(paths.state, "places");
  return namesIn(places).map((name) => ({ memory: join(places, name), artifacts: null }));
}

/** Of all directories that the store knows: what is written there was found by them. */
async function sharedFolders({ store, home, paths, config, caller }: Redacting): Promise<PlacesFolder[]> {
  const directories = new Set([caller.cwd]);
  for await (const { worktree } of allCheckpoints(store, { includeTrashed: true, includeAbandoned: true }))
    directories.add(worktree);
  for (let after: SessionSummary | undefined; ; ) {
    const page = await store.listSessions({ ...(after ? { after } : {}), limit: PAGE });
    for (const { cwd, worktree } of page) directories.add(cwd).add(worktree);
    after = page.at(-1);
    if (page.length < PAGE) break;
  }
  // Whatever the setting is today, the folder may have been used before.
  const looking = { home, paths, config: { ...config, place: { ...config.place, mirror: "auto" as const } } };
  const found = [...directories].map((cwd) =>
    findPlacesFolder(looking, { cwd, worktree: cwd, projectId: "none" }),
  );
  return [...new Map(found.map((folder) => [folder.artifacts, folder])).values()].filter(
    ({ artifacts }) => artifacts !== null,
  );
}

function heldFiles({ memory }: PlacesFolder): string[] {
  const trash = join(memory, "trash");
  const folders = [memory, ...namesIn(trash).map((date) => join(trash, date))];
  return folders
    .flatMap((folder) => filesNewestFirst(folder, (name) => HELD.test(name)))
    .map(({ path }) => path);
}

function ledgers({ artifacts }: PlacesFolder): string[] {
  return artifacts === null ? [] : namesIn(artifacts).map((task) => join(artifacts, task, "cost-ledger.md"));
}

function placeFiles({ memory, artifacts }: PlacesFolder): string[] {
  return artifacts === null
    ? []
    : filesNewestFirst(join(memory, "checkpoints"), (name) => name.endsWith(".md")).map(({ path }) => path);
}

/** A link, or a file elsewhere, is not ours to change. */
function contentOf({ memory, artifacts }: PlacesFolder, path: string): string {
  return isFileIn(artifacts ?? memory, path) ? readFileSync(path, "utf8") : "";
}

/** The time of a file says which place is the newest: it stays. */
function rewrite(path: string, clean: string | undefined, dryRun: boolean, to = path): 0 | 1 {
  if (clean === undefined) return 0;
  if (dryRun) return 1;
  const { atime, mtime, mode } = lstatSync(path);
  replaceFile(to, clean, { exactMode: mode & 0o777 });
  utimesSync(to, atime, mtime);
  if (to !== path) rmSync(path);
  return 1;
}

/** A task may name the file of a place and the folder of its ledger, and pending restores name the file. */
function redactPlaceFile(
  folder: PlacesFolder,
  path: string,
  { redactor, dryRun }: { redactor: Redactor; dryRun: boolean },
): 0 | 1 {
  const clean = redactPlaceText(contentOf(folder, path), redactor);
  if (!clean || dryRun || clean.task === clean.oldTask) return rewrite(path, clean?.text, dryRun);
  const to = freePlacePath(path, clean);
  rewrite(path, clean.text, dryRun, to);
  for (const { session, target, savedAt } of listPendingRestores(folder))
    if (target === path)
      utimesSync(writePendingRestore(folder, session, to), savedAt / 1_000, savedAt / 1_000);
  if (folder.artifacts !== null && existsSync(dirname(to))) moveLedger(folder.artifacts, clean);
  return 1;
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder, { withFileTypes: true })
      .filter((entry) => entry.isDirectory())
      .map(({ name }) => name);
  } catch {
    return [];
  }
}
