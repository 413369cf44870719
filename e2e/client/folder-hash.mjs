import { createHash } from "node:crypto";
import { lstatSync, readdirSync, readFileSync, readlinkSync } from "node:fs";
import { join } from "node:path";

/**
 * One line per entry below a folder: kind, mode, path and a hash of the content.
 * @param {string} folder
 * @param {string} [below]
 * @returns {string[]}
 */
export function folderHash(folder, below = "") {
  return readdirSync(join(folder, below))
    .toSorted()
    .flatMap((name) => entryLines(folder, join(below, name)));
}

/** @param {string} folder @param {string} path */
function entryLines(folder, path) {
  const full = join(folder, path);
  const entry = lstatSync(full);
  const mode = (entry.mode & 0o7777).toString(8);
  if (entry.isDirectory()) return [`folder ${mode} ${path}`, ...folderHash(folder, path)];
  if (entry.isSymbolicLink()) return [`link ${mode} ${path} ${readlinkSync(full)}`];
  const content = entry.isFile() ? createHash("sha256").update(readFileSync(full)).digest("hex") : "special";
  return [`file ${mode} ${path} ${content}`];
}
