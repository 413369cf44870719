import { lstatSync, readdirSync } from "node:fs";
import { join } from "node:path";

export interface FoundFile {
  path: string;
  name: string;
  modifiedAt: number;
}

/** The regular files of a folder, newest first; none where there is no folder. Names say nothing about age (P12). */
export function filesNewestFirst(folder: string, accepts: (name: string) => boolean): FoundFile[] {
  return namesIn(folder)
    .filter(accepts)
    .flatMap((name) => {
      const path = join(folder, name);
      const stat = lstatSync(path, { throwIfNoEntry: false });
      return stat?.isFile() ? [{ path, name, modifiedAt: stat.mtimeMs }] : [];
    })
    .sort((one, other) => other.modifiedAt - one.modifiedAt || other.name.localeCompare(one.name));
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
