import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";
import { fileReason } from "./file-reason.ts";

/** What to do then. */
export const MAKE_WRITABLE = "Make it writable, or set HOLDFAST_HOME to another directory.";

/** Why nothing can be written in a directory, or why it cannot be made; undefined when it can. */
export function whyNotWritable(directory: string): string | undefined {
  let at = directory;
  while (!existsSync(at) && at !== dirname(at)) at = dirname(at);
  try {
    accessSync(at, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    const code = error instanceof Error && "code" in error ? String(error.code) : "";
    const what = at === directory ? "cannot be written" : "cannot be created";
    return `${directory} ${what}: ${fileReason(code) ?? code}`;
  }
}
