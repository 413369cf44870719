import { rmSync } from "node:fs";
import { join } from "node:path";
import { readOwnFile, writeOwnFile } from "../../files/own-file.ts";
import { namesIn } from "../../files/read-small-file.ts";
import type { Processes } from "../../kernel/ports/processes.ts";
import { ensureDirectory } from "./inside-directory.ts";
import type { PlacesDirectory } from "./places-directory.ts";

const PIDFILE = /^checkpoint-([1-9]\d{0,9})\.pid$/;

/**
 * Runs `work` with a lock file that names the process and its start time, which detects a reused pid (P8-P10). If the
 * file cannot be written, calls `warn` and runs the work without it.
 */
export async function withSaveLock<T>(
  processes: Processes,
  { directory, warn }: { directory: PlacesDirectory; warn: (text: string) => void },
  work: () => Promise<T>,
): Promise<T> {
  const path = acquire(processes, directory);
  if (path === undefined) warn("The lock file could not be written; saving continues without it.");
  try {
    return await work();
  } finally {
    if (path !== undefined) rmSync(path, { force: true });
  }
}

function acquire(processes: Processes, directory: PlacesDirectory): string | undefined {
  try {
    ensureDirectory(directory, directory.memory);
    removeStale(processes, directory);
    const path = join(directory.memory, `checkpoint-${process.pid}.pid`);
    writeOwnFile(path, `${processes.startTime(process.pid) ?? ""}\n`);
    return path;
  } catch {
    return undefined;
  }
}

/** Whether another process is saving a place now. */
export function isSaving(processes: Processes, { memory }: PlacesDirectory): boolean {
  return listPidFiles(memory).some(({ pid, path }) => pid !== process.pid && isHeld(processes, pid, path));
}

function removeStale(processes: Processes, { memory }: PlacesDirectory): void {
  for (const { pid, path } of listPidFiles(memory))
    if (!isHeld(processes, pid, path)) rmSync(path, { force: true });
}

function isHeld(processes: Processes, pid: number, path: string): boolean {
  const started = processes.startTime(pid);
  return started !== undefined && readOwnFile(path)?.trim() === started;
}

function listPidFiles(memory: string): { pid: number; path: string }[] {
  return namesIn(memory).flatMap((name) => {
    const pid = PIDFILE.exec(name)?.[1];
    return pid === undefined ? [] : [{ pid: Number(pid), path: join(memory, name) }];
  });
}
