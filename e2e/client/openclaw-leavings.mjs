import { createHash } from "node:crypto";
import { existsSync, readdirSync, rmdirSync, rmSync } from "node:fs";
import { join } from "node:path";

/**
 * What OpenClaw makes outside the lab, and no setting moves: an empty folder for temporary files, and one of locks, each of which
 * carries the hash of the database that it locks.
 */
const TEMPORARY = "/tmp/openclaw";
const LOCKS = `/tmp/openclaw-state-locks-${process.getuid?.()}`;

/** Removes the locks of the databases that lie in this folder, before it is removed itself. @param {string} folder */
export function removeLocks(folder) {
  const names = existsSync(LOCKS) ? readdirSync(LOCKS) : [];
  if (names.length === 0) return;
  const databases = readdirSync(folder, { recursive: true }).filter((name) =>
    String(name).endsWith(".sqlite"),
  );
  for (const name of databases) {
    const hash = createHash("sha256")
      .update(join(folder, String(name)))
      .digest("hex")
      .slice(0, 8);
    for (const lock of names.filter((each) => each.includes(`.${hash}.`))) rmSync(join(LOCKS, lock));
  }
}

/** When no lab is open: a client that starts might be about to use them. Those that somebody else uses are not empty. */
export function removeEmptyFolders() {
  for (const folder of [TEMPORARY, LOCKS]) {
    try {
      rmdirSync(folder);
    } catch {
      // Not there, or not empty.
    }
  }
}
