import { lstatSync } from "node:fs";
import { dirname } from "node:path";
import { makeDirectory } from "../../files/make-directory.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { PlacesFolder } from "./places-folder.ts";

/** Makes a folder of the places. Throws where a link stands on the way: it would lead somewhere else. */
export function ensureFolder({ memory, artifacts }: PlacesFolder, path: string): void {
  const base = artifacts ?? memory;
  for (let at = path; at.startsWith(base); at = dirname(at)) {
    if (lstatSync(at, { throwIfNoEntry: false })?.isSymbolicLink())
      throw new HoldfastError("store_unavailable", `${at} is a symbolic link: remove it.`);
  }
  // Private where it is ours; in a shared folder as the user's umask has it.
  makeDirectory(path, artifacts === null ? 0o700 : 0o777);
}
