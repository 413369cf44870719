import { renameSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { readSmallFile } from "../../files/read-small-file.ts";
import { ensureDirectory } from "./inside-directory.ts";
import { listFilesNewestFirst } from "./list-files.ts";
import type { PlacesDirectory } from "./places-directory.ts";

/**
 * Moves a file to `trash/<date>/` (P39). Returns false if another caller has moved it. Throws if it cannot be moved.
 */
export function moveToTrash(directory: PlacesDirectory, path: string, at: number): boolean {
  const trash = ensureTrash(directory, at);
  try {
    renameSync(path, freeName(trash, basename(path)));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}

/** Creates the trash of that day. Throws if that is not possible. */
export function ensureTrash(directory: PlacesDirectory, at: number): string {
  const trash = join(directory.memory, "trash", dayOf(at));
  ensureDirectory(directory, trash);
  return trash;
}

/** Whether a session already restored this place on that day: its pending file is in the trash. */
export function wasRestored(
  { memory }: PlacesDirectory,
  { session, target, at }: { session: string; target: string; at: number },
): boolean {
  const trash = join(memory, "trash", dayOf(at));
  const own = `pending-restore-${session}.txt`;
  return listFilesNewestFirst(trash, (name) => name === own || name.startsWith(`${own}.`)).some(
    ({ path }) => readSmallFile(path)?.trim() === target,
  );
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** A name that is not taken, so that earlier files in the trash are kept. */
function freeName(trash: string, name: string): string {
  for (let count = 1; ; count++) {
    const path = join(trash, count === 1 ? name : `${name}.${count}`);
    if (!statSync(path, { throwIfNoEntry: false })) return path;
  }
}

/** Maximum age of the pending files of sessions that no one came back to. */
const MAX_AGE_MS = 7 * 86_400_000;
const PENDING = /^pending-(?:restore|prompt)-(.*)\.txt$/;

/** Moves expired pending files to the trash, except those of the asking session. Returns how many. */
export function sweepPending(
  directory: PlacesDirectory,
  { at, session }: { at: number; session: string | undefined },
): number {
  const old = listFilesNewestFirst(directory.memory, (name) => PENDING.test(name)).filter(
    ({ name, modifiedAt }) => at - modifiedAt > MAX_AGE_MS && PENDING.exec(name)?.[1] !== session,
  );
  return old.filter(({ path }) => moveToTrash(directory, path, at)).length;
}
