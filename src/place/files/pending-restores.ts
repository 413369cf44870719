import { join } from "node:path";
import { readSmallFile } from "../../files/read-small-file.ts";
import { replaceFile } from "../../files/replace-file.ts";
import { ensureDirectory, isFileIn } from "./inside-directory.ts";
import { listFilesNewestFirst } from "./list-files.ts";
import type { PlacesDirectory } from "./places-directory.ts";

/**
 * A saved place that is pending, that is, was not restored yet. `target` is a checkpoint id or the path of a place
 * file.
 */
export interface PendingRestore {
  path: string;
  session: string;
  target: string;
  savedAt: number;
}

const SENTINEL = /^pending-restore-([A-Za-z0-9][A-Za-z0-9_-]{0,127})\.txt$/;

/** Writes the file whose only line refers to a session's newest place (P21). Returns its path. */
export function writePendingRestore(directory: PlacesDirectory, session: string, target: string): string {
  ensureDirectory(directory, directory.memory);
  const path = join(directory.memory, `pending-restore-${session}.txt`);
  replaceFile(path, `${target}\n`, { mode: directory.mode & 0o644 });
  return path;
}

/** Lists the pending places, newest first (P28). Ignores links, empty files and anything that is not a regular file. */
export function listPendingRestores({ memory, root }: PlacesDirectory): PendingRestore[] {
  return listFilesNewestFirst(memory, (name) => SENTINEL.test(name)).flatMap(({ path, name, modifiedAt }) => {
    const target = isFileIn(root, path) ? readSmallFile(path)?.split("\n")[0]?.trim() : undefined;
    const session = SENTINEL.exec(name)?.[1];
    return target && session !== undefined ? [{ path, session, target, savedAt: modifiedAt }] : [];
  });
}
