import { rmSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod";
import { readOwnFile, writeOwnFile } from "../../files/own-file.ts";
import { ensurePrivateDirectory } from "../../files/private-directory.ts";
import { namesIn } from "../../files/read-small-file.ts";
import type { SnapshotStore } from "../../kernel/ports/snapshots.ts";
import { tryParseJson } from "../../text/json-text.ts";
import { identifyWorktree, isSameDirectory, isSameWorktree, WorktreeIdentity } from "../worktree-identity.ts";

const File = z
  .object({ mode: z.string(), blob: z.string(), permissions: z.number().nullable().optional() })
  .nullable();
const Step = z.object({ path: z.string(), before: File, after: File });
const DirectoryModes = z.array(z.object({ path: z.string(), mode: z.number() })).default([]);
const NO_DIRECTORIES = { create: [], remove: [], keep: [], modes: [], deletedModes: [] };
const Kept = z.object({ path: z.string(), reason: z.string() });

/**
 * A restore from its plan to its end. `prepare`: nothing has been touched. `apply`: any of its steps may have been made;
 * they are finished. `done`: kept for `undo`.
 */
export const Journal = z.object({
  id: z.string(),
  kind: z.enum(["restore", "undo"]),
  phase: z.enum(["prepare", "apply", "done"]),
  at: z.number(),
  /** Larger than that of every restore before, also if the clock was set back; null from an older version: `at` has to do. */
  order: z.number().nullable().default(null),
  /** What was asked for, as a person reads it. */
  target: z.string(),
  /** The snapshot from before it. */
  safety: z.string().nullable(),
  /** The restore that it takes back. */
  undoes: z.string().nullable(),
  steps: z.array(Step),
  /** See `DirectoryChanges`. */
  directories: z
    .object({
      create: z.array(z.string()),
      remove: z.array(z.string()),
      keep: z.array(z.string()).default([]),
      modes: DirectoryModes,
      deletedModes: DirectoryModes,
    })
    .default(NO_DIRECTORIES),
  /** The trees of the user's index, if it comes back too. */
  index: z.object({ before: z.string(), after: z.string() }).nullable().default(null),
  /** Files that changed between the plan and the moment when they were to be written. */
  kept: z.array(Kept),
  /** Files that could not be written. */
  failed: z.array(Kept).default([]),
  undone: z.boolean(),
  /** Its process was killed and another one completed it, so that nobody has seen its outcome yet. */
  unseen: z.boolean().default(false),
  /** The sessions that worked on these files since the moment that comes back. */
  sessions: z.array(z.string()).default([]),
  /** Whose work it takes back or brings back; null for everybody's, and from an older version. */
  restored: z.array(z.string()).nullable().default(null),
  /** Where it was, since another directory may be created at the same path; null if that was not noted. */
  identity: WorktreeIdentity.nullable().default(null),
});
export type Journal = z.infer<typeof Journal>;

type Place = Pick<SnapshotStore, "directory" | "worktree">;

const MAX_BYTES = 512 * 1024 * 1024;
/** Restores that can be taken back one after the other. */
export const MAX_UNDOABLE = 20;

/** The restore that has not ended yet. That of another repository, which was at this path before, is none of ours. */
export function readJournal({ directory, worktree }: Place): Journal | undefined {
  const journal = readFrom(currentIn(directory));
  return journal && isSameWorktree(journal.identity, identifyWorktree(worktree)) ? journal : undefined;
}

function readFrom(path: string): Journal | undefined {
  return Journal.safeParse(tryParseJson(readOwnFile(path, MAX_BYTES))).data;
}

export function writeJournal({ directory }: Pick<Place, "directory">, journal: Journal): void {
  writeOwnFile(currentIn(directory), JSON.stringify(journal), { durable: true });
}

export function discardJournal({ directory }: Pick<Place, "directory">): void {
  rmSync(currentIn(directory), { force: true });
}

/** Ends a restore: from now on, it can be taken back. One that changed nothing leaves nothing to take back. */
export function commitJournal(place: Place, journal: Journal): Journal {
  const done = { ...journal, phase: "done" as const };
  if (done.steps.length > 0 || done.directories.create.length > 0 || done.index !== null)
    writeDone(place, done);
  discardJournal(place);
  removeOld(place);
  return done;
}

/** Undos, and what they took back, go first. The newest of these stays, since nobody may have seen its outcome yet. */
function removeOld(place: Place): void {
  const names = doneNames(place);
  if (names.length <= MAX_UNDOABLE) return;
  const undoable = names.filter((name) => {
    const journal = readFrom(doneIn(place, name));
    return journal !== undefined && isLeftToUndo(journal);
  });
  const others = names.filter((name) => !undoable.includes(name));
  const kept = Math.max(1, MAX_UNDOABLE - undoable.length);
  for (const name of [...undoable.slice(0, -MAX_UNDOABLE), ...others.slice(0, -kept)])
    rmSync(doneIn(place, name), { force: true });
}

export function isLeftToUndo({ kind, undone }: Journal): boolean {
  return kind === "restore" && !undone;
}

/** The restores of this worktree, newest first. */
export function listDone(place: Place): Journal[] {
  const here = identifyWorktree(place.worktree);
  return readAllDone(place).filter(({ identity }) => isSameDirectory(identity, here));
}

/** The newest restore at this path if it was in another directory that was there before, such as one of which this is a copy. */
export function findInFormerDirectory(place: Place): Journal | undefined {
  const here = identifyWorktree(place.worktree);
  const newest = readAllDone(place).find(({ kind }) => kind === "restore");
  return newest && !newest.undone && !isSameDirectory(newest.identity, here) ? newest : undefined;
}

export function writeDone({ directory }: Pick<Place, "directory">, journal: Journal): void {
  ensurePrivateDirectory(join(directory, "restores"));
  const name = `${String(journal.order ?? journal.at).padStart(15, "0")}-${journal.id}.json`;
  writeOwnFile(doneIn({ directory }, name), JSON.stringify(journal), { durable: true });
}

/** The `order` of the next restore. */
export function nextOrder(place: Pick<Place, "directory">, now: number): number {
  const newest = Number.parseInt(doneNames(place).at(-1) ?? "0", 10);
  return Number.isNaN(newest) ? now : Math.max(now, newest + 1);
}

function readAllDone(place: Place): Journal[] {
  return doneNames(place)
    .toReversed()
    .flatMap((name) => readFrom(doneIn(place, name)) ?? []);
}

function doneNames({ directory }: Pick<Place, "directory">): string[] {
  return namesIn(join(directory, "restores"))
    .filter((name) => name.endsWith(".json"))
    .sort();
}

function doneIn({ directory }: Pick<Place, "directory">, name: string): string {
  return join(directory, "restores", name);
}

function currentIn(directory: string): string {
  return join(directory, "restore.json");
}
