import { posix } from "node:path";
import { downloadedByCurl, downloadedByWget } from "./downloads.ts";
import { editedInPlace } from "./edited-in-place.ts";
import { patchedFiles } from "./patched-files.ts";
import { readFlags } from "./read-flags.ts";
import { transferredFiles } from "./transferred.ts";
import { writtenByGit } from "./written-by-git.ts";

type Writer = (args: readonly string[], input: string, program: string) => string[];

/** The files that a program with these arguments creates, changes or removes. */
export function writtenByProgram(program: string, args: readonly string[], input: string): string[] {
  if (PRODUCERS.test(program)) return outputFiles(args);
  const writer = Object.hasOwn(WRITERS, program) ? WRITERS[program] : undefined;
  if (writer) return writer(args, input, program);
  const outputs = NO_OUTPUT.test(program) ? [] : outputFiles(args).filter((name) => FILE.test(name));
  return [...editedInPlace(program, args), ...outputs];
}

/** Programs whose `-o` names their output file. */
const PRODUCERS =
  /^(?:gcc|g\+\+|cc|c\+\+|clang(?:\+\+)?|ld|rustc|tcc|ghc|sort|pandoc|esbuild|bison|flex|dot|gpg|go|nasm|swiftc|xmllint|svgo|terser|sass|ocamlopt|nim|crystal)$/;
/** Programs for which `-o` means something else. */
const NO_OUTPUT =
  /^(?:[a-z]*grep|rg|ag|ack|ls|find|fd|ps|ssh|sshfs|sftp|set|shopt|mount|test|\[|\[\[|df|lsblk|stat|date|id|useradd|usermod|chown|pgrep|read|echo|printf)$/;
/** A file name as the value of an output flag, which can also name a format. */
const FILE = /^(?!.*:\/\/)[\w@+~ ./-]*(?:\.\w{1,10}|\/[\w-]+)$/;

/** Only a separate word is `-o`, because compilers have long flags with one dash. */
function outputFiles(args: readonly string[]): string[] {
  return args.flatMap((arg, i) => {
    const set = /^--?(?:output|out|outfile|outFile|out-file|output-file|output-path|result-file)=(.+)$/.exec(
      arg,
    )?.[1];
    if (set !== undefined) return [set];
    return /^(?:-[a-z]?o|--?out|--(?:output|outfile|outFile|out-file|output-file|output-path))$/.test(
      args[i - 1] ?? "",
    )
      ? [arg]
      : [];
  });
}

const allOperands: Writer = (args) => readFlags(args, ["n", "s"]).operands;
const touchedFiles: Writer = (args) =>
  readFlags(args, ["d", "r", "t", "s", "size", "date", "reference"]).operands;
const transfer: Writer = (args, _, program) => transferredFiles(program, args);
const compress: Writer = (args, _, program) => compressedFiles(program, args);

const WRITERS: Record<string, Writer> = {
  cp: transfer,
  mv: transfer,
  install: transfer,
  ln: transfer,
  scp: transfer,
  rsync: transfer,
  rm: allOperands,
  unlink: allOperands,
  shred: allOperands,
  tee: allOperands,
  sponge: allOperands,
  touch: touchedFiles,
  truncate: touchedFiles,
  git: writtenByGit,
  patch: filesToPatch,
  dd: (args) => args.flatMap((arg) => (arg.startsWith("of=") ? [arg.slice(3)] : [])),
  curl: downloadedByCurl,
  wget: downloadedByWget,
  tar: archivedFiles,
  zip: (args) => readFlags(args, ["i", "x"]).operands.slice(0, 1),
  gzip: compress,
  gunzip: compress,
  xz: compress,
  unxz: compress,
  bzip2: compress,
  bunzip2: compress,
  zstd: compress,
  openssl: (args) => after(args, /^-(?:out|keyout)$/),
  pg_dump: (args) => after(args, /^(?:-f|--file)$/),
  trash: allOperands,
  sqlite3: changedBySqlite,
  docker: copiedFiles,
  podman: copiedFiles,
  aws: copiedFiles,
  gsutil: copiedFiles,
  awk: printedByAwk,
  gawk: printedByAwk,
  unzip: unpackedFiles,
  keytool: (args) =>
    /^-(?:gen|import|delete|change|store)/.test(args[0] ?? "") ? after(args, /^-keystore$/) : [],
  PlistBuddy: (args) => (/^(?:Set|Add|Delete|Merge|Import|Copy)\b/.test(args[1] ?? "") ? last(args) : []),
  plutil: (args) => (/^-(?:replace|insert|remove|convert)$/.test(args[0] ?? "") ? last(args) : []),
  xmlstarlet: (args) => (/^(?:-L|--inplace)$/.test(args[1] ?? "") ? last(args) : []),
  crudini: (args) => (/^--(?:set|del|merge)$/.test(args[0] ?? "") ? args.slice(1, 2) : []),
  xxd: (args) => (args.includes("-r") ? readFlags(args, []).operands.slice(1) : []),
  npm: editedManifest,
  pnpm: editedManifest,
  convert: last,
  magick: last,
  ffmpeg: last,
  "ssh-keygen": (args) =>
    (readFlags(args, ["f", "t", "b", "C", "N"]).values.get("f") ?? []).flatMap((file) => [
      file,
      `${file}.pub`,
    ]),
};

/** `convert in.png -resize 50% out.png`: the output is the last argument. */
function last(args: readonly string[]): string[] {
  const file = args.length > 1 ? args.at(-1) : undefined;
  return file === undefined || file.startsWith("-") ? [] : [file];
}

function after(args: readonly string[], flag: RegExp): string[] {
  return args.filter((_, i) => flag.test(args[i - 1] ?? ""));
}

/** The named members; what else an archive contains is not known. */
function unpackedFiles(args: readonly string[]): string[] {
  const { operands, values, flags } = readFlags(args, ["d", "x", "P"]);
  if (["l", "p", "t", "v", "Z"].some((flag) => flags.has(flag))) return [];
  const members = operands.slice(1).filter((member) => !/[*?[]/.test(member));
  return members.map((member) => posix.join(values.get("d")?.[0] ?? "", member));
}

/** `docker cp`, `aws s3 cp`: copies to and from other systems, and `docker save -o`. */
function copiedFiles(args: readonly string[]): string[] {
  const at = args.findIndex((arg) => /^(?:cp|mv)$/.test(arg));
  return at < 0 || at > 2 ? outputFiles(args) : transferredFiles("cp", args.slice(at + 1));
}

const CHANGES_DATA =
  /\b(?:create|insert|update|delete|drop|alter|replace|vacuum)\b|^\.(?:restore|import)\b/im;

function changedBySqlite(args: readonly string[], input: string): string[] {
  const [database, ...statements] = readFlags(args, ["cmd", "separator", "init"]).operands;
  const script = [...statements, input].join("\n");
  const made = [...script.matchAll(/^\.(?:backup|save|output|once|clone) +["']?([^\s"']+)/gm)];
  const named = made.flatMap(([, file]) => (file === undefined || file === "stdout" ? [] : [file]));
  return database !== undefined && CHANGES_DATA.test(script) ? [database, ...named] : named;
}

/** A limit for awk scripts, because matching takes quadratic time. */
const LONGEST_SCRIPT = 2_000;

/** The files that `print > "file"` names and that `-i inplace` changes. */
function printedByAwk(args: readonly string[], _: string, program: string): string[] {
  const printed = args.flatMap((arg) =>
    arg.length > LONGEST_SCRIPT ? [] : [...arg.matchAll(/\bprintf?\b[^;}\n]*>>? *"([^"\n]+)"/g)],
  );
  return [...editedInPlace(program, args), ...printed.flatMap(([, file]) => file ?? [])];
}

function filesToPatch(args: readonly string[], input: string): string[] {
  const { operands, values, flags } = readFlags(args, ["p", "i", "d"]);
  if (flags.has("dry-run")) return [];
  if (operands.length > 0) return operands.slice(0, 1);
  const strip = values.get("p")?.[0];
  // Without `-p`, names lose all their directories.
  return patchedFiles(input, strip === undefined ? Number.POSITIVE_INFINITY : Number(strip));
}

/** `tar czf out.tgz src`: with or without the dash. */
function archivedFiles([first = "", ...rest]: readonly string[]): string[] {
  const flagged = [first.startsWith("-") ? first : `-${first}`, ...rest];
  const { values, flags } = readFlags(flagged, ["f", "file", "C"]);
  const isCreating = ["c", "r", "u", "create", "append"].some((flag) => flags.has(flag));
  return isCreating ? [...(values.get("f") ?? []), ...(values.get("file") ?? [])] : [];
}

const ENDINGS: Record<string, string> = { gzip: ".gz", xz: ".xz", bzip2: ".bz2", zstd: ".zst" };

/** The file that is created, and the file that it replaces. */
function compressedFiles(program: string, args: readonly string[]): string[] {
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

/** `npm pkg set type=module -w packages/a`: the manifest that it edits. A workspace that is given by its name is not known. */
function editedManifest(args: readonly string[]): string[] {
  const { operands, values, flags } = readFlags(args, ["prefix", "C", "dir", "w", "workspace"]);
  const [command, action = ""] = operands;
  if (command !== "pkg" || !/^(?:set|delete|fix)$/.test(action)) return [];
  const of = (...names: string[]) => names.flatMap((name) => values.get(name) ?? []);
  const [workspace = ""] = of("w", "workspace");
  const isNamed = workspace !== "" && !/^[\w.-]+\//.test(workspace);
  if (isNamed || flags.has("workspaces") || flags.has("ws")) return [];
  return [posix.join(of("prefix", "C", "dir")[0] ?? "", workspace, "package.json")];
}
