import { archived, compressed } from "./archives.ts";
import { downloadedByCurl, downloadedByWget } from "./downloads.ts";
import { editedInPlace } from "./edited-in-place.ts";
import { patchedFiles } from "./patched-files.ts";
import { readFlags } from "./read-flags.ts";
import { transferred } from "./transferred.ts";
import { writtenByGit } from "./written-by-git.ts";

type Writer = (args: readonly string[], input: string, program: string) => string[];

/** The files that a program with these arguments makes, changes or removes. */
export function writtenByProgram(program: string, args: readonly string[], input: string): string[] {
  if (PRODUCERS.test(program)) return produced(args);
  const writer = Object.hasOwn(WRITERS, program) ? WRITERS[program] : undefined;
  return writer ? writer(args, input, program) : editedInPlace(program, args);
}

/** Programs whose `-o` names the file that they make. */
const PRODUCERS =
  /^(?:gcc|g\+\+|cc|c\+\+|clang(?:\+\+)?|ld|rustc|tcc|ghc|sort|pandoc|esbuild|bison|flex|dot|gpg|go|nasm|swiftc|xmllint|svgo|terser|sass|ocamlopt|nim|crystal)$/;

/** Compilers have long flags with one dash, so only a word of its own is `-o`. */
function produced(args: readonly string[]): string[] {
  return args.flatMap((arg, i) => {
    const set = /^--(?:output|out|outfile|out-file)=(.+)$/.exec(arg)?.[1];
    if (set !== undefined) return [set];
    return /^(?:-[a-z]?o|--output|--outfile|--out-file)$/.test(args[i - 1] ?? "") ? [arg] : [];
  });
}

const removed: Writer = (args) => readFlags(args, ["n", "s"]).operands;
const touched: Writer = (args) => readFlags(args, ["d", "r", "t", "s", "size", "date", "reference"]).operands;
const transfer: Writer = (args, _, program) => transferred(program, args);
const compress: Writer = (args, _, program) => compressed(program, args);

const WRITERS: Record<string, Writer> = {
  cp: transfer,
  mv: transfer,
  install: transfer,
  ln: transfer,
  scp: transfer,
  rsync: transfer,
  rm: removed,
  unlink: removed,
  shred: removed,
  tee: removed,
  sponge: removed,
  touch: touched,
  truncate: touched,
  git: writtenByGit,
  patch: patched,
  dd: (args) => args.flatMap((arg) => (arg.startsWith("of=") ? [arg.slice(3)] : [])),
  curl: downloadedByCurl,
  wget: downloadedByWget,
  tar: archived,
  zip: (args) => readFlags(args, ["i", "x"]).operands.slice(0, 1),
  gzip: compress,
  gunzip: compress,
  xz: compress,
  unxz: compress,
  bzip2: compress,
  bunzip2: compress,
  zstd: compress,
  openssl: (args) => args.filter((_, i) => /^-(?:out|keyout)$/.test(args[i - 1] ?? "")),
  pg_dump: (args) => args.filter((_, i) => /^(?:-f|--file)$/.test(args[i - 1] ?? "")),
  convert: last,
  magick: last,
  ffmpeg: last,
  "ssh-keygen": (args) =>
    (readFlags(args, ["f", "t", "b", "C", "N"]).values.get("f") ?? []).flatMap((file) => [
      file,
      `${file}.pub`,
    ]),
};

/** `convert in.png -resize 50% out.png`: what it makes stands at the end. */
function last(args: readonly string[]): string[] {
  const file = args.length > 1 ? args.at(-1) : undefined;
  return file === undefined || file.startsWith("-") ? [] : [file];
}

function patched(args: readonly string[], input: string): string[] {
  const { operands, values, flags } = readFlags(args, ["p", "i", "d"]);
  if (flags.has("dry-run")) return [];
  if (operands.length > 0) return operands.slice(0, 1);
  const strip = values.get("p")?.[0];
  // Without a number, the names lose all their directories.
  return patchedFiles(input, strip === undefined ? Number.POSITIVE_INFINITY : Number(strip));
}
