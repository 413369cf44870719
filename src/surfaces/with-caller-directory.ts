import { statSync } from "node:fs";
import { isAbsolute } from "node:path";
import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";

const DIRECTORY = "x-holdfast-directory";

/** The context of a call over HTTP. A header names the caller's directory; the default is that of the daemon. */
export function withCallerDirectory(ctx: Context, headers: Headers | undefined): Context {
  const directory = headers?.get(DIRECTORY) ?? undefined;
  if (directory === undefined) return ctx;
  if (!isAbsolute(directory) || directory.length > 4_096) {
    throw new HoldfastError("invalid_input", `${DIRECTORY} must be an absolute path.`);
  }
  if (!isDirectory(directory))
    throw new HoldfastError("invalid_input", `${DIRECTORY} is not a directory: ${directory}.`);
  return { ...ctx, caller: { cwd: directory } };
}

function isDirectory(path: string): boolean {
  try {
    return statSync(path).isDirectory();
  } catch {
    // A directory that cannot be accessed cannot be used.
    return false;
  }
}
