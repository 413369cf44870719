import { posix } from "node:path";

/** The directory in which the next command runs; undefined if unknown. */
export function changeDirectory(
  from: string | undefined,
  program: string | undefined,
  args: readonly string[],
): string | undefined {
  if (program !== "cd" && program !== "pushd") return from;
  const target = args.find((arg) => arg === "-" || !arg.startsWith("-"));
  return target === undefined || target === "-" ? undefined : inDirectory(from, target);
}

/** Real paths are shorter. Without a limit, an endless line would take quadratic time. */
const LONGEST = 1_024;

/** The path of a name relative to where the line starts; undefined if unknown, too long, or with variables. */
export function inDirectory(directory: string | undefined, name: string): string | undefined {
  if (/[$`*?]|^~/.test(name)) return undefined;
  if (name.length > LONGEST) return undefined;
  if (name.startsWith("/")) return posix.normalize(name);
  if (directory === undefined || directory.length > LONGEST) return undefined;
  const joined = posix.join(directory, name).replace(/(?<=.)\/$/, "");
  return joined === "." ? "" : joined;
}
