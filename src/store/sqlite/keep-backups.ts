import { readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { backupPath, isBackupDue, listBackups } from "../../files/backups.ts";
import { syncFile } from "../../files/sync-file.ts";
import type { BackupResult } from "../../kernel/storage/maintenance-storage.ts";
import { copyDatabase } from "./back-up.ts";
import { sqliteError } from "./error.ts";
import { withFileLock } from "./with-file-lock.ts";

/** A larger database takes minutes and much disk space to copy, and its owner has other backups. */
const LARGEST = 2 * 2 ** 30;
/** What must stay free beside the copy, as a multiple of the database. */
const LEFT_FREE = 1;

/** Makes a copy where one is due, and deletes those beyond the newest `keep`. */
export async function keepBackups(file: string, keep: number, now: number): Promise<BackupResult> {
  if (file === ":memory:" || keep === 0) return { type: "off" };
  try {
    return await withFileLock(`${file}.lock`, 0, () => backUpWhereDue(file, keep, now));
  } catch (error) {
    throw sqliteError(error, file);
  }
}

async function backUpWhereDue(file: string, keep: number, now: number): Promise<BackupResult> {
  removeUnfinished(file);
  if (!isBackupDue(file, now)) return { type: "not due" };
  const bytes = statSync(file).size + (statSync(`${file}-wal`, { throwIfNoEntry: false })?.size ?? 0);
  if (bytes > LARGEST) return { type: "too large", bytes };
  if (freeBytes(file) < bytes * (1 + LEFT_FREE)) return { type: "no room", bytes };
  const path = backupPath(file, now);
  copyDatabase(file, path);
  await syncFile(path);
  for (const old of listBackups(file, now).slice(keep)) rmSync(old.path, { force: true });
  return { type: "made", path };
}

/** What a process that was killed has left: the lock says that nobody writes to it. */
function removeUnfinished(file: string): void {
  const prefix = `${basename(file)}.backup-`;
  for (const name of readdirSync(dirname(file)))
    if (name.startsWith(prefix) && /Z\.\d+(?:-journal|-wal|-shm)?$/.test(name))
      rmSync(join(dirname(file), name), { force: true });
}

function freeBytes(file: string): number {
  const { bavail, bsize } = statfsSync(dirname(file));
  return bavail * bsize;
}
