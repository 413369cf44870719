import { renameSync, statSync } from "node:fs";
import { basename, join } from "node:path";
import { readSmallFile } from "../../files/read-small-file.ts";
import { ensureFolder } from "./inside-folder.ts";
import { filesNewestFirst } from "./newest-first.ts";
import type { PlacesFolder } from "./places-folder.ts";

/** Moves a file to `trash/<date>/` (P39). True for the one caller that moved it; throws when it cannot be moved. */
export function moveToTrash(folder: PlacesFolder, path: string, at: number): boolean {
  const trash = join(folder.memory, "trash", dayOf(at));
  ensureFolder(folder, trash);
  try {
    renameSync(path, freeName(trash, basename(path)));
    return true;
  } catch (error) {
    if (error instanceof Error && "code" in error && error.code === "ENOENT") return false;
    throw error;
  }
}

/** Whether a session's pending restore of this very place was moved to the trash on that day: a later call restores nothing. */
export function wasRestored(
  { memory }: PlacesFolder,
  { session, target, at }: { session: string; target: string; at: number },
): boolean {
  const trash = join(memory, "trash", dayOf(at));
  const own = `pending-restore-${session}.txt`;
  return filesNewestFirst(trash, (name) => name === own || name.startsWith(`${own}.`)).some(
    ({ path }) => readSmallFile(path)?.trim() === target,
  );
}

function dayOf(at: number): string {
  return new Date(at).toISOString().slice(0, 10);
}

/** What was thrown away earlier under that name is kept. */
function freeName(trash: string, name: string): string {
  for (let count = 1; ; count++) {
    const path = join(trash, count === 1 ? name : `${name}.${count}`);
    if (!statSync(path, { throwIfNoEntry: false })) return path;
  }
}

/** For pending files of sessions that no one came back to. */
const MOST_AGE_MS = 7 * 86_400_000;
const PENDING = /^pending-(?:restore|prompt)-(.*)\.txt$/;

/** Moves the pending files that are too old, to the millisecond, to the trash; those of the session that asks stay. */
export function sweepPending(
  folder: PlacesFolder,
  { at, session }: { at: number; session: string | undefined },
): number {
  const old = filesNewestFirst(folder.memory, (name) => PENDING.test(name)).filter(
    ({ name, modifiedAt }) => at - modifiedAt > MOST_AGE_MS && PENDING.exec(name)?.[1] !== session,
  );
  return old.filter(({ path }) => moveToTrash(folder, path, at)).length;
}
