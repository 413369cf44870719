import { statSync } from "node:fs";

/** When a file was last written, in milliseconds since 1970; undefined where there is none. */
export function modifiedAt(path: string | undefined): number | undefined {
  return path === undefined ? undefined : statSync(path, { throwIfNoEntry: false })?.mtimeMs;
}
