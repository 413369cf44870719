import { rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { makeDirectory } from "../files/make-directory.ts";
import { readOwnFile } from "../files/own-file.ts";
import { replaceFile } from "../files/replace-file.ts";
import { shellQuoted } from "../text/shell-quoted.ts";

const DIRECTORY = "bin";

/** The script that agents run at every event. Its path stays the same when the program moves or is removed. */
export function hookShimPath(state: string): string {
  return join(state, DIRECTORY, "hook");
}

/** Makes the shim use the program in this directory. If that program is gone, hooks do nothing. */
export function installHookShim(state: string, programDir: string): void {
  makeDirectory(join(state, DIRECTORY), 0o700);
  replaceFile(hookShimPath(state), shimText(programDir), { mode: 0o700 });
}

/** Whether the shim exists and uses the program in this directory. */
export function isHookShimCurrent(state: string, programDir: string): boolean {
  try {
    return readOwnFile(hookShimPath(state)) === shimText(programDir);
  } catch {
    return false;
  }
}

/** Tells whether hooks were given another program than this one in the meantime, such as a newer version elsewhere. */
export function watchHookShim(state: string, programDir: string): () => boolean {
  const path = hookShimPath(state);
  const before = readOwnFile(path);
  return () => {
    const now = readOwnFile(path);
    return now !== undefined && now !== before && now !== shimText(programDir);
  };
}

export function removeHookShim(state: string): void {
  rmSync(hookShimPath(state), { force: true });
  try {
    rmdirSync(join(state, DIRECTORY));
  } catch {
    // The directory does not exist, or has other content.
  }
}

/** The shim sources `hook.sh` in the same shell: another process would take as long as the hook itself. */
function shimText(programDir: string): string {
  return `#!/bin/sh
# Written by holdfast connect. Without the program, hooks do nothing.
holdfast=${shellQuoted(programDir)}
[ -r "$holdfast/hook.sh" ] || exit 0
. "$holdfast/hook.sh"
`;
}
