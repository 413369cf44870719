import { readdirSync, rmSync, statfsSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { backupPath, isBackupDue, listBackups } from "../../files/backups.ts";
import { syncFile } from "../../files/replace-file.ts";
import type { BackupResult } from "../../kernel/storage/maintenance-storage.ts";
import { copyDatabase } from "./back-up.ts";
import { sqliteError } from "./error.ts";
import { withFileLock } from "./with-file-lock.ts";

/** Copying a larger database takes minutes and much disk space, and its owner has other backups. */
const LARGEST = 2 * 2 ** 30;
/** Free space that must remain after the copy, as a multiple of the database size. */
const LEFT_FREE = 1;

/** Makes a copy if one is due, and deletes all but the newest `keep`. */
export async function keepBackups(file: string, keep: number, now: number): Promise<BackupResult> {
  if (file === ":memory:" || keep === 0) return { type: "off" };
  try {
    return await withFileLock(`${file}.lock`, 0, () => backUpIfDue(file, keep, now));
  } catch (error) {
    throw sqliteError(error, file);
  }
}

async function backUpIfDue(file: string, keep: number, now: number): Promise<BackupResult> {
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

/** Removes partial copies by killed processes. The lock guarantees that nobody is writing to them. */
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
