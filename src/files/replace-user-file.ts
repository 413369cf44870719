import { lstatSync, readlinkSync, realpathSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";
import { type ReplaceOptions, replaceFile } from "./replace-file.ts";

type Options = Pick<ReplaceOptions, "mode" | "durable"> & {
  /** Where the bytes are written first, for the file behind all links. */
  temporaryFor?: (target: string) => string;
};

/**
 * Writes a file that belongs to the user, who may have put a link in its place: the link stays, also if nothing is
 * there yet, and so do the permissions. `mode` is for a new file.
 */
export function replaceUserFile(path: string, text: string, options: Options = {}): void {
  const { temporaryFor, ...rest } = options;
  const stat = statSync(path, { throwIfNoEntry: false });
  const target = targetOf(path);
  replaceFile(target, text, {
    ...rest,
    exactMode: stat && stat.mode & 0o777,
    ...(temporaryFor && { temporary: temporaryFor(target) }),
  });
}

/** The path behind all links. Unlike `realpath`, it need not exist, but its directory must. */
function targetOf(path: string): string {
  const real = join(realpathSync(dirname(path)), basename(path));
  const isLink = lstatSync(real, { throwIfNoEntry: false })?.isSymbolicLink() === true;
  return isLink ? targetOf(resolve(dirname(real), readlinkSync(real))) : real;
}
