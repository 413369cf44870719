import { chmodSync, lstatSync, statSync } from "node:fs";
import { HoldfastError } from "../kernel/errors.ts";
import { MAKE_WRITABLE, whyNotWritable } from "./file-errors.ts";
import { makeDirectory } from "./make-directory.ts";

/**
 * Makes a directory that only its user can enter, or restricts an existing one to that. Rejects another user's
 * directory and links. With `mayBeLink`, accepts the user's own link, since people move the state directory.
 */
export function ensurePrivateDirectory(path: string, { mayBeLink = false } = {}): void {
  create(path);
  const [entry, stat] = [lstatSync(path), statSync(path)];
  if (entry.isSymbolicLink() && !mayBeLink)
    throw new HoldfastError("store_unavailable", `${path} is a symbolic link: remove it.`);
  // Windows has no user ids.
  const uid = process.getuid?.();
  if (uid === undefined) return;
  if (stat.uid !== uid || entry.uid !== uid)
    throw new HoldfastError(
      "store_unavailable",
      `${path} belongs to another user: set HOLDFAST_HOME to a directory of your own.`,
    );
  if ((stat.mode & 0o077) !== 0) chmodSync(path, 0o700);
}

function create(path: string): void {
  try {
    makeDirectory(path, 0o700);
  } catch (error) {
    const reason = error instanceof Error && "code" in error ? String(error.code) : String(error);
    const denied = whyNotWritable(path);
    if (denied)
      throw new HoldfastError("store_unavailable", `${denied}.`, { cause: error, next: MAKE_WRITABLE });
    throw new HoldfastError(
      reason === "ENOSPC" ? "store_full" : "store_unavailable",
      `${path} cannot be created (${reason})`,
      {
        cause: error,
        next: "Set HOLDFAST_HOME to a directory that can be created.",
      },
    );
  }
}
