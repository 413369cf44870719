import { chmodSync, lstatSync, mkdirSync, statSync } from "node:fs";
import { HoldfastError } from "../kernel/errors.ts";

/** A folder that only its user can enter. Narrows its own; refuses another user's folder, and another user's link. */
export function ensurePrivateFolder(path: string): void {
  mkdirSync(path, { recursive: true, mode: 0o700 });
  const stat = statSync(path);
  if (!stat.isDirectory())
    throw new HoldfastError("store_unavailable", `${path} is not a folder: move it away.`);
  // Windows has no user ids.
  const uid = process.getuid?.();
  if (uid === undefined) return;
  if (stat.uid !== uid || lstatSync(path).uid !== uid)
    throw new HoldfastError(
      "store_unavailable",
      `${path} belongs to another user: set HOLDFAST_HOME to a folder of your own.`,
    );
  if ((stat.mode & 0o077) !== 0) chmodSync(path, 0o700);
}
