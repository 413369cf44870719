import { readFlags } from "./read-flags.ts";

/** `tar czf out.tgz src`: with or without the dash. */
export function archivedFiles([first = "", ...rest]: readonly string[]): string[] {
  const flagged = [first.startsWith("-") ? first : `-${first}`, ...rest];
  const { values, flags } = readFlags(flagged, ["f", "file", "C"]);
  const isCreating = ["c", "r", "u", "create", "append"].some((flag) => flags.has(flag));
  return isCreating ? [...(values.get("f") ?? []), ...(values.get("file") ?? [])] : [];
}

const ENDINGS: Record<string, string> = { gzip: ".gz", xz: ".xz", bzip2: ".bz2", zstd: ".zst" };

/** The file that is created, and the file that it replaces. */
export function compressedFiles(program: string, args: readonly string[]): string[] {
  const { operands, flags } = readFlags(args, []);
  const has = (...names: string[]) => names.some((name) => flags.has(name));
  if (has("c", "t", "l", "stdout", "test", "list")) return [];
  const ending = ENDINGS[program];
  const isUnpacking = ending === undefined || has("d", "decompress");
  const other = (file: string) =>
    isUnpacking ? file.replace(/\.(?:gz|xz|bz2|zst)$/, "") : `${file}${ending}`;
  const isKept = has("k", "keep") || program === "zstd";
  return operands.flatMap((file) => (isKept ? [other(file)] : [file, other(file)]));
}
