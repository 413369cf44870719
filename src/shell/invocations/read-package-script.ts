import { type Arguments, readArguments } from "./read-arguments.ts";

const MANAGERS = /^(?:npm|pnpm|yarn|bun)$/;
/** Subcommands of package managers that do not run a script of the package. */
const BUILT_IN =
  /^(?:install|i|ci|add|remove|rm|uninstall|update|up|upgrade|exec|x|dlx|create|init|publish|pack|link|ls|list|why|outdated|audit|view|info|config|cache|login|whoami|version|help|prune|dedupe|rebuild|root|bin|set|import|fund|doctor|ping|pkg|show|search|star|token|access|dist-tag|owner|team|deprecate|store|patch|fetch|deploy)$/;

/** Reads a script of `package.json`, in any notation: `npm t`, `pnpm -r run test`, `yarn workspace api test`. */
export function readPackageScript(words: readonly string[]): (Arguments & { name: string }) | undefined {
  const [manager = "", ...args] = words;
  if (!MANAGERS.test(manager)) return undefined;
  const read = readManager(args);
  const [script, isRun] = scriptOf(read.operands);
  // `bun test` is its own runner.
  if (script === undefined || (manager === "bun" && !isRun)) return undefined;
  if (!isRun && BUILT_IN.test(script)) return readBuiltIn(read, script);
  const passed = readArguments(afterScript(args, script));
  const { operands, filters } = passed;
  const isDryRun = read.isDryRun || passed.isDryRun;
  return { ...read, name: `script ${script}`, operands, filters, isDryRun };
}

const EXEC = /^(?:exec|dlx|x)$/;
/** Programs that need no `exec`: `pnpm turbo run test`. */
const BINARY = /^(?:turbo|nx|lerna|tsc|vitest|jest|eslint|prettier|biome|playwright|cypress)$/;

/** Reads a program that a package manager runs, and for which packages: `tsc` in `pnpm --filter web exec tsc`. */
export function readPackageExec(
  words: readonly string[],
): (Arguments & { ran: readonly string[] }) | undefined {
  const at = words.findIndex((word) => EXEC.test(word) || BINARY.test(word));
  if (at < 1 || !MANAGERS.test(words[0] ?? "")) return undefined;
  const read = readManager(words.slice(1, at));
  if (read.operands.length > 0 && !EXEC.test(words[at] ?? "")) return undefined;
  const rest = words.slice(EXEC.test(words[at] ?? "") ? at + 1 : at);
  const ran = withoutPackages(rest).filter((word) => word !== "--");
  const { packages, directories } = readManager(rest);
  return {
    ...read,
    packages: [...read.packages, ...packages],
    directories: [...read.directories, ...directories],
    ran,
  };
}

function readManager(args: readonly string[]): Arguments {
  const read = readArguments(beforeOperands(args), {
    packages: /^(?:-w|--workspace|--filter|-F|--scope)$/,
    directories: /^(?:-C|--prefix|--cwd|--dir)$/,
    dry: /^(?:-v)$/,
  });
  const [first, second = "", ...others] = read.operands;
  if (first === "workspace") return { ...read, packages: [...read.packages, second], operands: others };
  const operands = read.operands.filter((word) => !/^(?:workspaces|foreach|recursive)$/.test(word));
  return { ...read, operands, isRecursive: read.isRecursive || operands.length < read.operands.length };
}

function readBuiltIn(read: Arguments, command: string): Arguments & { name: string } {
  const name = command === "ci" || command === "i" ? "install" : command;
  return { ...read, name: `packages ${name}`, operands: read.operands.slice(1), filters: [] };
}

function scriptOf([first, second]: readonly string[]): [string | undefined, boolean] {
  if (first === "run" || first === "run-script") return [second, true];
  return [first === "t" || first === "tst" ? "test" : first, false];
}

/** Arguments after `--` are for the script. */
function beforeOperands(args: readonly string[]): readonly string[] {
  const end = args.indexOf("--");
  return end < 0 ? args : args.slice(0, end);
}

function afterScript(args: readonly string[], script: string): readonly string[] {
  const at = args.findIndex((arg) => arg === script || (script === "test" && /^(?:t|tst)$/.test(arg)));
  const rest = args.slice(at + 1).filter((arg) => arg !== "--");
  return withoutPackages(rest);
}

function withoutPackages(args: readonly string[]): string[] {
  const flag = /^(?:-w|--workspace|--filter|-F|--scope|-C|--prefix|--cwd|--dir)$/;
  const other = /^(?:-ws|--workspaces|-r|--(?:workspace|filter|prefix|cwd|dir|scope)=.*)$/;
  return args.filter((arg, i) => !flag.test(arg) && !other.test(arg) && !flag.test(args[i - 1] ?? ""));
}
