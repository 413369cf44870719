import type { Stats } from "node:fs";
import { statInside } from "../../files/raw-path.ts";
import type { RawPath } from "../../kernel/snapshot.ts";

const SECOND_MS = 1_000;

/** When something happened to a file at the latest, in milliseconds. */
export interface FileTimes {
  /** Undefined if the file system does not know it. A rename does not change it. */
  created: number | undefined;
  /** Of its content. Any program can set it. */
  modified: number;
  /** Of anything, such as its name. No program can set it. */
  changed: number;
}

/** Undefined if there is nothing. */
export function readFileTimes(worktree: string, path: RawPath): FileTimes | undefined {
  const stat = statInside(worktree, path);
  return stat && latestTimes(stat);
}

/**
 * Some file systems, such as that of `sshfs`, keep whole seconds and no time of creation: a file that was written half a second
 * after a snapshot looks half a second older. A whole second on any other one was set by a program, and a second more or less
 * makes no difference then.
 */
export function latestTimes({
  birthtimeMs,
  mtimeMs,
  ctimeMs,
}: Pick<Stats, "birthtimeMs" | "mtimeMs" | "ctimeMs">): FileTimes {
  const latest = (time: number) => (time % SECOND_MS === 0 ? time + SECOND_MS - 1 : time);
  return {
    created: birthtimeMs > 0 ? latest(birthtimeMs) : undefined,
    modified: latest(mtimeMs),
    changed: latest(ctimeMs),
  };
}
