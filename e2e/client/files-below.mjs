import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Every file in a folder, however deep. A client may remove one meanwhile. @param {string} folder @returns {string[]} */
export function filesBelow(folder) {
  return readdirSync(folder, { recursive: true })
    .map((name) => join(folder, String(name)))
    .filter((path) => statSync(path, { throwIfNoEntry: false })?.isFile() ?? false);
}
