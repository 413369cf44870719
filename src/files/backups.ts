import { lstatSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { namesIn } from "./read-small-file.ts";

/** A copy of the database that the daemon made. */
export interface Backup {
  path: string;
  madeAt: number;
  bytes: number;
}

const DAY_MS = 86_400_000;
const STAMP = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)(\d{3})Z$/;

/** The daily copies next to the database, newest first; copies dated in the future come last. */
export function listBackups(database: string, now: number): Backup[] {
  const directory = dirname(database);
  const prefix = prefixOf(database);
  const backups = namesIn(directory).flatMap((name): Backup[] => {
    const madeAt = name.startsWith(prefix) ? readStamp(name.slice(prefix.length)) : undefined;
    const stat = madeAt === undefined ? undefined : statOf(join(directory, name));
    return madeAt !== undefined && stat?.isFile()
      ? [{ path: join(directory, name), madeAt, bytes: stat.size }]
      : [];
  });
  return newestFirst(backups, now);
}

/** Sorts by age. A time in the future counts as very old, because the clock was wrong then. */
export function newestFirst<T extends { madeAt: number }>(copies: readonly T[], now: number): T[] {
  const rank = ({ madeAt }: T) => (madeAt > now ? -madeAt : madeAt);
  return copies.toSorted((a, b) => rank(b) - rank(a));
}

/** The copies made before migrations, named after the version that each migration created. */
export function listMigrationCopies(database: string): string[] {
  const prefix = `${basename(database)}.before-v`;
  return namesIn(dirname(database))
    .filter((name) => name.startsWith(prefix) && /^\d+$/.test(name.slice(prefix.length)))
    .map((name) => join(dirname(database), name));
}

export function backupPath(database: string, now: number): string {
  const stamp = new Date(now).toISOString().replaceAll(/[-:.]/g, "");
  return join(dirname(database), prefixOf(database) + stamp);
}

/** When the database was last written; undefined if there is none. */
export function changedAt(database: string): number | undefined {
  const times = ["", "-wal"].flatMap((ending) => statOf(database + ending)?.mtimeMs ?? []);
  return statOf(database) ? Math.max(...times) : undefined;
}

/** Whether the database changed since its newest copy, and that copy is at least a day old. */
export function isBackupDue(database: string, now: number): boolean {
  const changed = changedAt(database);
  const newest = listBackups(database, now)[0];
  if (changed === undefined || newest === undefined) return changed !== undefined;
  if (newest.madeAt > now) return true;
  return now - newest.madeAt >= DAY_MS && changed > newest.madeAt;
}

/** The time in the name of a copy. It has no colons, which some systems do not allow in file names. */
function readStamp(text: string): number | undefined {
  const [, year, month, day, hour, minute, second, ms] = STAMP.exec(text) ?? [];
  const time = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}.${ms}Z`);
  return Number.isNaN(time) ? undefined : time;
}

function prefixOf(database: string): string {
  return `${basename(database)}.backup-`;
}

function statOf(path: string) {
  return lstatSync(path, { throwIfNoEntry: false });
}
