import { join } from "node:path";
import { makeDirectory } from "../files/make-directory.ts";
import { makeOwnDirectory, removeOwnDirectory } from "../files/own-directory.ts";

const COMPILED = "code-cache";

/** Creates the private state directory, and returns the directory of the code cache. */
export function makeStateFolder(state: string): string {
  makeOwnDirectory(state);
  const compiled = join(state, COMPILED);
  makeDirectory(compiled, 0o700);
  return compiled;
}

/** Removes a state directory that was never used, and the parents that we created for it. */
export function removeUnusedState(state: string): void {
  removeOwnDirectory(state, [COMPILED]);
}
