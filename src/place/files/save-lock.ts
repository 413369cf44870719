import { readdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readOwnFile, writeOwnFile } from "../../files/own-file.ts";
import type { Processes } from "../../kernel/ports/processes.ts";
import { ensureFolder } from "./inside-folder.ts";
import type { PlacesFolder } from "./places-folder.ts";

const PIDFILE = /^checkpoint-([1-9]\d{0,9})\.pid$/;

/**
 * Holds a lock file while it saves or resumes: the process and its start time, since a number alone may mean another
 * process by now (P8-P10). Where it cannot be written the work is done all the same, and `warn` says so.
 */
export async function whileSaving<T>(
  processes: Processes,
  { folder, warn }: { folder: PlacesFolder; warn: (text: string) => void },
  work: () => Promise<T>,
): Promise<T> {
  const path = acquire(processes, folder);
  if (path === undefined) warn("The lock file could not be written; saving continues without it.");
  try {
    return await work();
  } finally {
    if (path !== undefined) rmSync(path, { force: true });
  }
}

function acquire(processes: Processes, folder: PlacesFolder): string | undefined {
  try {
    ensureFolder(folder, folder.memory);
    removeStale(processes, folder);
    const path = join(folder.memory, `checkpoint-${process.pid}.pid`);
    writeOwnFile(path, `${processes.startTime(process.pid) ?? ""}\n`);
    return path;
  } catch {
    return undefined;
  }
}

/** Whether another process saves a place at this moment. */
export function isSaving(processes: Processes, { memory }: PlacesFolder): boolean {
  return pidfiles(memory).some(({ pid, path }) => pid !== process.pid && isHeld(processes, pid, path));
}

function removeStale(processes: Processes, { memory }: PlacesFolder): void {
  for (const { pid, path } of pidfiles(memory))
    if (!isHeld(processes, pid, path)) rmSync(path, { force: true });
}

function isHeld(processes: Processes, pid: number, path: string): boolean {
  const started = processes.startTime(pid);
  return started !== undefined && readOwnFile(path)?.trim() === started;
}

function pidfiles(memory: string): { pid: number; path: string }[] {
  try {
    return readdirSync(memory).flatMap((name) => {
      const pid = PIDFILE.exec(name)?.[1];
      return pid === undefined ? [] : [{ pid: Number(pid), path: join(memory, name) }];
    });
  } catch {
    return [];
  }
}
