import { type Dirent, lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { namesIn } from "../../files/read-small-file.ts";

export interface FoundFile {
  path: string;
  name: string;
  modifiedAt: number;
}

/**
 * The regular files of a directory, newest first by modification time, not by name (P12). Empty if it does not exist.
 */
export function listFilesNewestFirst(directory: string, accepts: (name: string) => boolean): FoundFile[] {
  return namesIn(directory)
    .filter(accepts)
    .flatMap((name) => {
      const path = join(directory, name);
      const stat = lstatSync(path, { throwIfNoEntry: false });
      return stat?.isFile() ? [{ path, name, modifiedAt: stat.mtimeMs }] : [];
    })
    .sort((one, other) => other.modifiedAt - one.modifiedAt || other.name.localeCompare(one.name));
}

/** The names of the directories in a directory. Does not follow links. */
export function directoriesIn(directory: string): string[] {
  return entriesOf(directory)
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/** The entries of a directory. Empty if it does not exist. */
export function entriesOf(directory: string): Dirent[] {
  try {
    return readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
}
