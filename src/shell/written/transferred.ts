import { posix } from "node:path";
import { readFlags } from "./read-flags.ts";

const VALUES = ["t", "target-directory", "m", "o", "g", "S", "e", "mode"];

/** The files that `cp`, `mv` and the like create or remove: the copies, and the moved sources. */
export function transferredFiles(program: string, args: readonly string[]): string[] {
  const { operands, values, flags } = readFlags(args, VALUES);
  if (isWithoutEffect(program, flags)) return [];
  const [directory] = [...(values.get("t") ?? []), ...(values.get("target-directory") ?? [])];
  const [sources, target = ""] =
    directory === undefined ? [operands.slice(0, -1), operands.at(-1)] : [operands, directory];
  if (sources.length === 0) return program === "ln" ? [posix.basename(target)] : [];
  const made = createdIn(target, sources.filter(isFile), directory !== undefined);
  return program === "mv" ? [...sources, ...made] : made;
}

/** The files in a whole directory are not known. */
function isFile(source: string): boolean {
  return !source.endsWith("/");
}

function isWithoutEffect(program: string, flags: ReadonlySet<string>): boolean {
  if (program === "install") return flags.has("d") || flags.has("directory");
  return program === "rsync" && (flags.has("n") || flags.has("dry-run"));
}

/** The target is a directory if it looks like one or if there are several sources. Remote targets do not count. */
export function createdIn(target: string, sources: readonly string[], isDirectory = false): string[] {
  if (sources.length === 0 || /^[^/]+:/.test(target)) return [];
  const goesInto = isDirectory || /(?:^|\/)\.{0,2}$/.test(target) || sources.length > 1;
  return goesInto ? sources.map((file) => posix.join(target, posix.basename(file))) : [target];
}
