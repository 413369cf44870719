import { join } from "node:path";
import { readSmallFile } from "../../files/read-small-file.ts";
import { replaceFile } from "../../files/replace-file.ts";
import { ensureFolder, isFileIn } from "./inside-folder.ts";
import { filesNewestFirst } from "./newest-first.ts";
import type { PlacesFolder } from "./places-folder.ts";

/** A place that waits for someone to come back to it: of a session, a checkpoint's id or the path of a place's file. */
export interface PendingRestore {
  path: string;
  session: string;
  target: string;
  savedAt: number;
}

const SENTINEL = /^pending-restore-([A-Za-z0-9][A-Za-z0-9_-]{0,127})\.txt$/;

/** Writes the one line that says where a session's newest place is (P21); returns the path of the file. */
export function writePendingRestore(folder: PlacesFolder, session: string, target: string): string {
  ensureFolder(folder, folder.memory);
  const path = join(folder.memory, `pending-restore-${session}.txt`);
  replaceFile(path, `${target}\n`, { mode: folder.artifacts === null ? 0o600 : 0o644 });
  return path;
}

/** Newest first (P28). Links, empty files and anything that is not a regular file do not count. */
export function listPendingRestores({ memory, artifacts }: PlacesFolder): PendingRestore[] {
  return filesNewestFirst(memory, (name) => SENTINEL.test(name)).flatMap(({ path, name, modifiedAt }) => {
    const target = isFileIn(artifacts ?? memory, path)
      ? readSmallFile(path)?.split("\n")[0]?.trim()
      : undefined;
    const session = SENTINEL.exec(name)?.[1];
    return target && session !== undefined ? [{ path, session, target, savedAt: modifiedAt }] : [];
  });
}
