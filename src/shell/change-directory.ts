import { posix } from "node:path";

/** Where the next command runs. */
export function changeDirectory(
  from: string | undefined,
  program: string | undefined,
  args: readonly string[],
): string | undefined {
  if (program !== "cd" && program !== "pushd") return from;
  const target = args.find((arg) => arg === "-" || !arg.startsWith("-"));
  return target === undefined || target === "-" ? undefined : inDirectory(from, target);
}

/** No real path is longer; an endless line would cost the square of its length. */
const LONGEST = 1_024;

/** A name as seen from where the line starts; undefined if it holds a variable or starts in an unknown place, or leads too far. */
export function inDirectory(directory: string | undefined, name: string): string | undefined {
  if (/[$`*?]|^~/.test(name)) return undefined;
  if (name.length > LONGEST) return undefined;
  if (name.startsWith("/")) return posix.normalize(name);
  if (directory === undefined || directory.length > LONGEST) return undefined;
  const joined = posix.join(directory, name).replace(/(?<=.)\/$/, "");
  return joined === "." ? "" : joined;
}
