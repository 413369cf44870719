import { existsSync, renameSync, rmSync, statSync } from "node:fs";
import { copyFile } from "node:fs/promises";
import { basename, dirname } from "node:path";
import { listBackups, listMigrationCopies, newestFirst } from "../../files/backups.ts";
import { ensureOwnFile } from "../../files/own-file.ts";
import { ensurePrivateDirectory } from "../../files/private-directory.ts";
import { syncDirectory, syncFile } from "../../files/replace-file.ts";
import { describeSetAside, setAside } from "../../files/set-aside.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { read, readOnly, refuseLinks } from "./database.ts";
import { keepReserve } from "./disk-reserve.ts";
import { sqliteError } from "./error.ts";
import { inspectFile, type OpenOptions } from "./inspect-file.ts";
import { withFileLock } from "./with-file-lock.ts";

export interface PrepareOptions extends OpenOptions {
  /** Writes a new database to this path, which holds an empty file. */
  create: (file: string) => Promise<void>;
  /**
   * Set a damaged file aside and replace it with the newest backup, or with a new database. Otherwise a damaged file is
   * rejected.
   */
  replaceDamaged: boolean;
  clock: () => number;
}

const SIDE_FILES = ["-wal", "-shm", "-journal"];

/**
 * Ensures that there is a database at the path. A missing or damaged one is replaced under a lock, since many processes
 * may start at once. The replacement is complete before it gets its name.
 */
export async function prepareFile(options: PrepareOptions): Promise<void> {
  const { file, busyTimeoutMs } = options;
  if (file === ":memory:") return;
  try {
    refuseLinks(file);
    ensurePrivateDirectory(dirname(file), { mayBeLink: true });
    if (inspectFile(options).type === "sound") return;
    await withFileLock(`${file}.lock`, busyTimeoutMs, () => createOrReplace(options));
  } catch (error) {
    throw sqliteError(error, file);
  }
}

async function createOrReplace(options: PrepareOptions): Promise<void> {
  const { file, clock, replaceDamaged } = options;
  const ready = `${file}.ready`;
  // Another process may have been first.
  const condition = inspectFile(options);
  if (condition.type === "sound") return;
  if (condition.type === "missing") {
    // It exists if a process died after setting the damaged file aside.
    if (!existsSync(ready)) await makeReady(ready, options.create);
    install(ready, file);
    return;
  }
  if (!replaceDamaged) throw new HoldfastError("store_unavailable", `${condition.cause}; it was not changed`);
  const replacement = await makeReplacement(options, ready);
  const path = setAside(file, SIDE_FILES, clock());
  install(ready, file);
  describeSetAside({ path, note: `${condition.cause}; ${replacement}.` });
}

/** Prepares a complete database that only needs its final name. Returns a description of it. */
async function makeReplacement(options: PrepareOptions, ready: string): Promise<string> {
  const backup = newestBackup(options);
  if (backup === undefined) {
    await makeReady(ready, options.create);
    return "there was no backup, so a new database was created";
  }
  await makeReady(ready, (draft) => copyFile(backup, draft));
  const day = statSync(backup).mtime.toISOString().slice(0, 10);
  return `it was replaced with the backup ${basename(backup)} from ${day}`;
}

/** Removes the draft of a process that died: only the holder of the lock writes here. */
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

/** The newest intact copy, from daily backups and migrations. */
function newestBackup(options: PrepareOptions): string | undefined {
  const { file, clock } = options;
  const now = clock();
  const daily = listBackups(file, now).map(({ path, madeAt }) => ({ path, madeAt }));
  const copies = listMigrationCopies(file).map((path) => ({ path, madeAt: statSync(path).mtimeMs }));
  return newestFirst([...daily, ...copies], now).find(({ path }) => isSound({ ...options, file: path }))
    ?.path;
}

function isSound(options: OpenOptions): boolean {
  try {
    refuseLinks(options.file);
    return inspectFile(options).type === "sound" && hasSoundPages(options);
  } catch {
    // Newer than this version or unreadable: try an older one.
    return false;
  }
}

function hasSoundPages(options: OpenOptions): boolean {
  return readOnly(options, (db) => read(db, "quick_check(1)") === "ok");
}
