import { accessSync, constants, existsSync } from "node:fs";
import { dirname } from "node:path";

/** Whether a call failed because there is no such file or directory. */
export function isMissing(error: unknown): boolean {
  return error instanceof Error && "code" in error && (error.code === "ENOENT" || error.code === "ENOTDIR");
}

const REASONS: Readonly<Record<string, string>> = {
  EACCES: "permission denied",
  EPERM: "permission denied",
  EROFS: "the file system is read-only",
  ENOSPC: "the disk is full",
  ENOTDIR: "a file is in the way",
  EEXIST: "a file is in the way",
};

/** Describes the code of a file system error in words. */
export function fileReason(code: string): string | undefined {
  return REASONS[code];
}

/** The next step for such an error. */
export const MAKE_WRITABLE = "Make it writable, or set HOLDFAST_HOME to another directory.";

/** Why a directory cannot be written to or created; undefined if it can. */
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
