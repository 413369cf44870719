import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { listBackups, listMigrationCopies, newestFirst } from "../../files/backups.ts";
import { ensureOwnFile } from "../../files/own-file.ts";
import { ensurePrivateDirectory } from "../../files/private-directory.ts";
import { syncDirectory } from "../../files/replace-file.ts";
import { describeSetAside, setAside } from "../../files/set-aside.ts";
import { syncFile } from "../../files/sync-file.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { read, readOnly, refuseLinks } from "./database.ts";
import { keepReserve } from "./disk-reserve.ts";
import { sqliteError } from "./error.ts";
import { inspectFile, type Opening } from "./inspect-file.ts";
import { withFileLock } from "./with-file-lock.ts";

export interface Preparing extends Opening {
  /** Writes a new database to this path, where there is an empty file. */
  create: (file: string) => Promise<void>;
  /** Sets a damaged file aside and puts the newest backup, or a new database, in its place; without it a damaged file is refused. */
  replaceDamaged: boolean;
  clock: () => number;
}

const SIDE_FILES = ["-wal", "-shm", "-journal"];

/**
 * Sees to it that there is a database at the path. One that is missing or damaged gets its replacement under a lock, since many processes
 * may start at once; it is whole before it gets its name, whatever happens in between.
 */
export async function prepareFile(preparing: Preparing): Promise<void> {
  const { file, busyTimeoutMs } = preparing;
  if (file === ":memory:") return;
  try {
    refuseLinks(file);
    ensurePrivateDirectory(dirname(file), { mayBeLink: true });
    if (inspectFile(preparing).type === "sound") return;
    await withFileLock(`${file}.lock`, busyTimeoutMs, () => putInPlace(preparing));
  } catch (error) {
    throw sqliteError(error, file);
  }
}

async function putInPlace(preparing: Preparing): Promise<void> {
  const { file, clock, replaceDamaged } = preparing;
  const ready = `${file}.ready`;
  // Again: another process may have been first.
  const condition = inspectFile(preparing);
  if (condition.type === "sound") return;
  if (condition.type === "missing") {
    // There is one when the damaged file was set aside and the process died before the next step.
    if (!existsSync(ready)) await makeReady(ready, preparing.create);
    install(ready, file);
    return;
  }
  if (!replaceDamaged)
    throw new HoldfastError("store_unavailable", `${condition.cause}; it was left as it is`);
  const replacement = await makeReplacement(preparing, ready);
  const path = setAside(file, SIDE_FILES, clock());
  install(ready, file);
  describeSetAside({ path, note: `${condition.cause}; ${replacement}.` });
}

/** Makes a whole database that only needs its name. Returns what it is, in words. */
async function makeReplacement(preparing: Preparing, ready: string): Promise<string> {
  const backup = newestBackup(preparing);
  if (backup === undefined) {
    await makeReady(ready, preparing.create);
    return "there was no backup, so a new database was made";
  }
  await makeReady(ready, (draft) => copyFile(backup, draft));
  const day = statSync(backup).mtime.toISOString().slice(0, 10);
  return `it was replaced by the backup ${basename(backup)} of ${day}`;
}

/** What a process that died has left there is removed: only who holds the lock writes here. */
async function makeReady(ready: string, write: (file: string) => Promise<void>): Promise<void> {
  const draft = `${ready}.draft`;
  for (const path of [draft, `${draft}-journal`]) rmSync(path, { force: true });
  ensureOwnFile(draft);
  await write(draft);
  await syncFile(draft);
  renameSync(draft, ready);
  syncDirectory(dirname(ready));
}

function install(ready: string, file: string): void {
  renameSync(ready, file);
  syncDirectory(dirname(file));
  keepReserve(file);
}

/** Of the daily copies and those that migrations leave: the newest in which every page is sound. */
function newestBackup(opening: Preparing): string | undefined {
  const { file, clock } = opening;
  const now = clock();
  const daily = listBackups(file, now).map(({ path, madeAt }) => ({ path, madeAt }));
  const copies = listMigrationCopies(file).map((path) => ({ path, madeAt: statSync(path).mtimeMs }));
  return newestFirst([...daily, ...copies], now).find(({ path }) => isSound({ ...opening, file: path }))
    ?.path;
}

function isSound(opening: Opening): boolean {
  try {
    refuseLinks(opening.file);
    return inspectFile(opening).type === "sound" && hasSoundPages(opening);
  } catch {
    // A newer one, or one that cannot be read: an older one may do.
    return false;
  }
}

function hasSoundPages(opening: Opening): boolean {
  return readOnly(opening, (db) => read(db, "quick_check(1)") === "ok");
}
