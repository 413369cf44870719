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

/** The daily copies beside the database, newest first; one that is dated in the future is older than all others. */
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

/** By age, where a time that is still to come counts as very old: the clock was wrong then. */
export function newestFirst<T extends { madeAt: number }>(copies: readonly T[], now: number): T[] {
  const rank = ({ madeAt }: T) => (madeAt > now ? -madeAt : madeAt);
  return copies.toSorted((a, b) => rank(b) - rank(a));
}

/** The copies that a migration left, of which each is named after the version that was to come. */
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

/** When the database was written last; undefined where there is none. */
export function changedAt(database: string): number | undefined {
  const times = ["", "-wal"].flatMap((ending) => statOf(database + ending)?.mtimeMs ?? []);
  return statOf(database) ? Math.max(...times) : undefined;
}

/** Whether there is something that no copy of the last day holds. */
export function isBackupDue(database: string, now: number): boolean {
  const changed = changedAt(database);
  const newest = listBackups(database, now)[0];
  if (changed === undefined || newest === undefined) return changed !== undefined;
  if (newest.madeAt > now) return true;
  return now - newest.madeAt >= DAY_MS && changed > newest.madeAt;
}

/** Colons are not allowed in the names of some systems. */
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
