import { lstatSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { readOwnFile, writeOwnFile } from "../files/own-file.ts";
import { namesIn } from "../files/read-small-file.ts";
import type { Context } from "../kernel/context.ts";
import type { SnapshotRequest } from "../kernel/snapshot.ts";

/** A request that waits, and the file with it. */
export interface QueuedFile {
  path: string;
  text: string | undefined;
  /** When it was written, by the clock of the file system; 0 if that is unknown. */
  queuedAt: number;
}

/** By the moment in its name, `hook.sh` and our plugins recognize a request for which tool calls wait. */
function nameOf({ at, moment, isAwaited }: SnapshotRequest, id: string): string {
  return `${String(at).padStart(15, "0")}-${id}-${isAwaited ? "prompt" : moment}.json`;
}

/** Has files captured as soon as somebody can: the daemon at once, otherwise the next command. Never throws. */
export function queueSnapshot(
  { paths, newId, log }: Pick<Context, "paths" | "newId" | "log">,
  request: SnapshotRequest,
): void {
  const name = nameOf(request, newId("snp"));
  const write = () => writeOwnFile(join(queueIn(paths), name), JSON.stringify(request));
  try {
    write();
  } catch {
    try {
      mkdirSync(queueIn(paths), { recursive: true, mode: 0o700 });
      write();
    } catch (error) {
      log.error("snapshot not requested", error);
    }
  }
}

/** The requests that wait, oldest first. */
export function listQueued({ paths }: Pick<Context, "paths">): QueuedFile[] {
  const directory = queueIn(paths);
  return namesIn(directory)
    .filter((name) => name.endsWith(".json"))
    .sort()
    .map((name) => join(directory, name))
    .map((path) => ({ path, text: readOwnFile(path), queuedAt: writtenAt(path) }));
}

function writtenAt(path: string): number {
  return lstatSync(path, { throwIfNoEntry: false })?.ctimeMs ?? 0;
}

export function removeQueued({ path }: QueuedFile): void {
  rmSync(path, { force: true });
}

function queueIn(paths: Context["paths"]): string {
  return join(paths.snapshots, "requests");
}
