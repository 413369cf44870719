import { closeSync, constants, openSync, renameSync, rmSync, writeSync } from "node:fs";
import { readOwnFile } from "./own-file.ts";

const LENGTH = 60;
const ID = /^(\S{1,60}) *\n$/;
const FLAGS = constants.O_WRONLY | constants.O_CREAT | (constants.O_NOFOLLOW ?? 0);

/** A save that was acknowledged, and the file that keeps its id. */
export interface KeptSave {
  id: string;
  file: string;
}

/**
 * Keeps the id of the newest acknowledged save next to the database. A single write of a fixed size, so the file has
 * either the old id or the new one. Does not wait for the disk, and ignores failures: the save itself has succeeded.
 */
export function keepNewestSave(database: string, id: string): void {
  if (id.length > LENGTH) return;
  try {
    const fd = openSync(newestPath(database), FLAGS, 0o600);
    try {
      writeSync(fd, `${id.padEnd(LENGTH)}\n`);
    } finally {
      closeSync(fd);
    }
  } catch {
    // The disk is full, or the path is a planted link. Then there is no id to compare later.
  }
}

export function readNewestSave(database: string): KeptSave | undefined {
  return readKept(newestPath(database));
}

/** Call this before checkpoints are deleted on purpose, so that they do not count as lost. */
export function forgetNewestSave(database: string, deleted: readonly string[]): void {
  const newest = readNewestSave(database);
  if (newest && deleted.includes(newest.id)) rmSync(newest.file, { force: true });
}

/** Keeps the id of a lost save under a name that the next save does not overwrite. */
export function setLostSaveAside(database: string): void {
  try {
    renameSync(newestPath(database), lostPath(database));
  } catch {
    // Another process was first.
  }
}

export function readLostSave(database: string): KeptSave | undefined {
  return readKept(lostPath(database));
}

function newestPath(database: string): string {
  return `${database}.newest-save`;
}

function lostPath(database: string): string {
  return `${database}.lost-save`;
}

function readKept(file: string): KeptSave | undefined {
  const id = ID.exec(readOwnFile(file) ?? "")?.[1];
  return id === undefined ? undefined : { id, file };
}
