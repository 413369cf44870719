import { posix } from "node:path";
import { inDirectory } from "../change-directory.ts";
import type { ShellCommand } from "../shell-command.ts";
import { asTask, RUN } from "./as-task.ts";
import { type Arguments, readArguments } from "./read-arguments.ts";
import { readPackageExec, readPackageScript } from "./read-package-script.ts";
import { TOOLS, type Tool } from "./tools.ts";
import { withoutRunners } from "./without-runners.ts";

type Run = Pick<ShellCommand, "words" | "directory">;

/** Reads what a command runs. `root` is the directory in which the line starts, if known. */
export function readInvocation({ words, directory }: Run, root?: string): Invocation {
  const from = fromRoot(directory, root);
  const exec = readPackageExec(words);
  if (exec === undefined || exec.ran.length === 0) return readDirect(words, { from, root });
  const inner = readDirect(exec.ran, { from: targetDirectory(from, exec), root });
  return { ...inner, isRecursive: inner.isRecursive || exec.isRecursive };
}

type Directories = { from: string | undefined; root: string | undefined };

function readDirect(words: readonly string[], { from, root }: Directories): Invocation {
  const task = asTask(words);
  if (task !== words) return readTool(task[0] ?? "", task.slice(1), { from, root });
  const bare = withoutRunners(words);
  const script = readPackageScript(bare);
  if (script !== undefined) {
    const { name, packages, directories, operands, filters, isRecursive, isDryRun } = script;
    return {
      name,
      directory: targetDirectory(from, { packages, directories }),
      targets: operands,
      filters,
      isRecursive,
      isDryRun,
    };
  }
  const [program = "", ...args] = bare;
  return readTool(canonicalName(program, args), args, { from, root });
}

function fromRoot(directory: string | undefined, root: string | undefined): string | undefined {
  if (root === undefined || directory === undefined || !directory.startsWith("/")) return directory;
  const inside = posix.relative(root, directory);
  return inside.startsWith("..") ? directory : inside;
}

/** Maps versions and wrappers of a tool to one name. */
function canonicalName(program: string, args: readonly string[]): string {
  if (/^python[\d.]*$/.test(program)) return "python";
  if (/^pip[\d.]+$/.test(program)) return "pip";
  if (program === "node" && args.includes("--test")) return "node --test";
  return OTHER_NAMES.get(program) ?? program;
}

const OTHER_NAMES = new Map([
  ["py.test", "pytest"],
  ["mvnw", "mvn"],
  ["gradlew", "gradle"],
  ["gmake", "make"],
]);

function readTool(program: string, args: readonly string[], { from, root }: Directories): Invocation {
  const tool = toolOf(program);
  const { packages = NONE, directories = NONE } = tool;
  const read = readArguments(args, { ...tool, packages, directories });
  const { name, operands, isAsking } = splitSubcommand(program, read.operands, tool);
  const directory = fromRoot(targetDirectory(from, read), root);
  const isFormatCheck = onlyChecksFormat(name, args);
  return {
    name: isFormatCheck ? `${name} --check` : name,
    directory,
    isRecursive: read.isRecursive,
    targets: targetsOf(operands, { tool, name, directory }),
    filters: read.filters,
    isDryRun: (read.isDryRun && !isFormatCheck) || isAsking,
  };
}

function toolOf(program: string): Tool {
  if (program.endsWith(RUN)) return { hasSubcommands: true };
  return Object.hasOwn(TOOLS, program) ? (TOOLS[program] ?? {}) : {};
}

function splitSubcommand(
  program: string,
  [first, ...others]: readonly string[],
  { hasSubcommands = false }: Tool,
): { name: string; operands: string[]; isAsking: boolean } {
  if (first === undefined) return { name: program, operands: [], isAsking: false };
  if (!hasSubcommands) return { name: program, operands: [first, ...others], isAsking: false };
  return { name: `${program} ${first}`, operands: others, isAsking: /^(?:help|version)$/.test(first) };
}

function targetsOf(
  operands: readonly string[],
  { tool, name, directory }: { tool: Tool; name: string; directory: string | undefined },
): string[] {
  const { modes = NONE, takesAssignments = false } = tool;
  if (tool.ignoresOperands?.test(name)) return [];
  const targets = operands.filter((one) => !modes.test(one) && !(takesAssignments && /^\w+=/.test(one)));
  if (tool.takesPaths) return pathsOf(targets, directory);
  return targets.map((target) => target.replace(/(?<=.)\/$/, ""));
}

const NONE = /^$/;

function targetDirectory(
  from: string | undefined,
  { packages, directories }: Pick<Arguments, "packages" | "directories">,
): string | undefined {
  const inner = directories[0] === undefined ? from : inDirectory(from, directories[0]);
  return packages.length === 0
    ? inner
    : packages
        .map((name) => name.replace(/^\.\//, ""))
        .toSorted()
        .join("+");
}

/** `./...` and `.` mean the whole directory, like no operands at all. */
function pathsOf(operands: readonly string[], directory: string | undefined): string[] {
  const paths = operands.map((operand) =>
    operand
      .replace(/(?:^|\/)\.\.\.$/, "")
      .replace(/^\.(?:\/|$)/, "")
      .replace(/\/$/, ""),
  );
  const base = directory ?? "?";
  if (paths.length === 0) return base === "" ? [] : [base];
  if (paths.includes("") && base === "") return [];
  return paths.map((path) => (path.startsWith("/") ? path : posix.join(base, path).replace(/\/$/, "")));
}

/** What one command runs, in a form in which two runs can be compared. */
export interface Invocation {
  /** The tool with its subcommand, or the script of a package: `pytest`, `cargo test`, `script test`. */
  name: string;
  /** The package or directory that it works on, relative to the root; undefined if unknown. */
  directory: string | undefined;
  /** It includes all packages below the directory. */
  isRecursive: boolean;
  /** Files, directories or target names; for a tool that takes paths, relative to the root. */
  targets: string[];
  /** What limits the run to a part of the targets. */
  filters: string[];
  /** It only shows, lists or plans. */
  isDryRun: boolean;
}

const FORMATTER =
  /^(?:prettier|black|isort|ruff format|rustfmt|cargo fmt|dotnet format|gofmt|terraform fmt|tofu fmt|biome format|clang-format|shfmt|deno fmt|mix format|dprint(?: check)?|zig fmt|stylua|taplo fmt|dart format|pint|php-cs-fixer fix|nixpkgs-fmt|alejandra)$/;
const CHECK_FLAGS =
  /^(?:--check|--check-only|-c|--verify-no-changes|--list-different|-check|-l|-d|--diff|--check-formatted|--dry-run|--test|--set-exit-if-changed|-C)$/;

/** Whether it is a formatter that only reports what it would change. */
export function onlyChecksFormat(name: string, args: readonly string[]): boolean {
  return (
    FORMATTER.test(name) &&
    args.some((arg) => CHECK_FLAGS.test(arg)) &&
    !args.some((arg) => /^(?:-w|-i|--write)$/.test(arg))
  );
}
