import type { SharedDirectory } from "./shared-directory.ts";

/** The directories with the files of saved places: sentinels, held prompts, trash. */
export interface PlacesDirectory {
  /** Contains everything that is read and written. */
  root: string;
  memory: string;
  /** The permissions of new directories: private, or as the user's umask decides in a shared directory. */
  mode: 0o700 | 0o777;
  /** The project's directory of another tool, if it is that one; null for a private one in the state directory. */
  shared: SharedDirectory | null;
}
