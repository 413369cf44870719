import { readFlags } from "./read-flags.ts";

/** The files that a stream editor or a formatter changes in place. */
export function editedInPlace(program: string, args: readonly string[]): string[] {
  switch (program) {
    case "sed":
    case "gsed":
      return editedBySed(args);
    case "perl":
    case "ruby":
      return editedByPerl(args);
    case "yq":
      return args.some((arg) => /^(?:-\w*i|--inplace)$/.test(arg)) ? operandsOf(args).slice(-1) : [];
    case "awk":
    case "gawk":
      return /^-i inplace\b/.test(args.join(" ")) ? operandsOf(args.slice(2)).slice(1) : [];
    default:
      return formattedFiles([program, ...args]);
  }
}

function editedBySed(args: readonly string[]): string[] {
  const inPlace = args.find((arg) => /^-[nErsuz]*i|^--in-place/.test(arg));
  if (inPlace === undefined) return [];
  const { operands, flags } = readFlags(
    // On macOS, the suffix is a separate word, usually empty.
    args.filter((arg) => arg !== "" && arg !== inPlace),
    ["e", "f", "l", "expression", "file"],
  );
  const hasScript = ["e", "f", "expression", "file"].some((flag) => flags.has(flag));
  const files = hasScript ? operands : operands.slice(1);
  return withBackups(files, /^(?:-[nErsuz]*i|--in-place=)(\.?[\w.~]+)$/.exec(inPlace)?.[1]);
}

/** `perl -pi -e '…' file`, `perl -i.bak -pe '…' file`. */
function editedByPerl(args: readonly string[]): string[] {
  const inPlace = args.find((arg) => /^-[0-9a-hj-zA-Z]*i/.test(arg) && !/^-(?:[IMm]|-)/.test(arg));
  if (inPlace === undefined) return [];
  const files = args.filter((arg, i) => !arg.startsWith("-") && !/^-\w*e$/.test(args[i - 1] ?? ""));
  return withBackups(files, /i(\.\w+)$/.exec(inPlace)?.[1]);
}

function withBackups(files: readonly string[], suffix = ""): string[] {
  return suffix === "" ? [...files] : files.flatMap((file) => [file, `${file}${suffix}`]);
}

const FORMATTERS =
  /^(?:(?:npx|pnpm|yarn|bunx|uv|poetry)(?: run| exec| dlx)? (?:-\S+ )*)?(?:(?:prettier|biome|oxfmt|dprint|deno|gofmt|goimports|clang-format|eslint|stylelint|ruff|rubocop|shfmt|standard|mix|terraform|tofu|zig|dart|taplo|buf|ktlint|autoflake|google-java-format|php-cs-fixer)\b(?=.* (?:--write|-w|-i|--fix|--inplace|--in-place|-a|-A|-F|fmt|format|fix)(?: |$))|(?:black|isort|rustfmt|autopep8|yapf|dos2unix|unix2dos|swiftformat|stylua|phpcbf|pint|elm-format|nixfmt|csharpier|dotnet csharpier)\b)/;

/** The files given to a formatter, but not directories. */
function formattedFiles(words: readonly string[]): string[] {
  const line = words.join(" ");
  if (!FORMATTERS.test(line) || isDry(line)) return [];
  return words.slice(1).filter((word) => /^[^-].*\.\w+$/.test(word) && !word.includes("="));
}

function isDry(line: string): boolean {
  return (
    / (?:--check|-check|--check-formatted|--diff|-d|--list-different|--dry-run|--lint|--set-exit-if-changed)(?: |$)/.test(
      line,
    ) || / -l(?: |$)/.test(line.replace(/ -l(?=.* -w)/, ""))
  );
}

function operandsOf(args: readonly string[]): string[] {
  return args.filter((arg) => !arg.startsWith("-"));
}
