import { nestedScripts } from "./nested-scripts.ts";
import { parseCommands } from "./parse-commands.ts";
import type { ShellCommand } from "./shell-command.ts";
import { splitGitCommand } from "./split-git-command.ts";
import { type Flags, readFlags } from "./written/read-flags.ts";

/**
 * Finds the first command of a bash line that may destroy something permanently: one that deletes or overwrites by
 * force, recursively or hard. Dry runs, help and variants that check first do not count.
 */
export function findDestructive(line: string, depth = 0): string | undefined {
  const commands = parseCommands(line);
  const found = commands.find((command) => isDestructive(command.words) || deletesInScript(command));
  if (found) return found.words.join(" ");
  if (depth === DEEPEST) return undefined;
  for (const script of nestedScripts(commands)) {
    const nested = findDestructive(script, depth + 1);
    if (nested !== undefined) return nested;
  }
  return undefined;
}

/** How deep scripts in scripts are searched. */
const DEEPEST = 3;

const INTERPRETER = /^(?:.*\/)?(?:python[\d.]*|node|bun|deno|ruby|perl)$/;
const DELETES =
  /\b(?:rmtree|rimraf|removeSync|emptyDirSync|(?:rm|rmdir|unlink)(?:Sync)?\s*\(|os\.(?:remove|removedirs)\b|rm_rf?\b)/;

/** `python3 - <<'EOF'` and `node -e '…'`: a script in another language that deletes files. */
function deletesInScript({ words: [program = "", ...args], input }: ShellCommand): boolean {
  if (!INTERPRETER.test(program)) return false;
  const inline = args.filter((_, i) => /^-(?:c|e|p|eval|-eval)$/.test(args[i - 1] ?? ""));
  return [input, ...inline].some((script) => DELETES.test(script));
}

function isDestructive([path = "", ...args]: readonly string[]): boolean {
  const program = path.slice(path.lastIndexOf("/") + 1);
  if (/^mkfs(?:\.\w+)?$/.test(program)) return !has(readFlags(args, []), "n", "help");
  const judge = Object.hasOwn(PROGRAMS, program) ? PROGRAMS[program] : undefined;
  if (judge === undefined || args.some((arg) => /^--(?:help|version|dry-run)$/.test(arg))) return false;
  return judge(args);
}

type Predicate = (args: readonly string[]) => boolean;

const PROGRAMS: Readonly<Record<string, Predicate>> = {
  rm: (args) => has(readFlags(args, []), "r", "R", "f", "recursive", "force"),
  shred: () => true,
  wipefs: (args) => has(readFlags(args, ["o", "t"]), "a", "all", "o", "offset"),
  truncate: (args) => has(readFlags(args, ["s", "size", "r", "reference"]), "s", "size"),
  dd: (args) => args.some((arg) => arg.startsWith("of=") && !/^of=\/dev\/(?:null|stdout)$/.test(arg)),
  find: (args) => args.includes("-delete"),
  chmod: (args) => has(readFlags(args, ["reference"]), "R", "recursive"),
  chown: (args) => has(readFlags(args, ["reference", "from"]), "R", "recursive"),
  rsync: (args) =>
    args.some((arg) => /^--(?:delete|del$|remove-source-files)/.test(arg)) &&
    !has(readFlags(args, ["e"]), "n"),
  git: isDestructiveInGit,
};

function isDestructiveInGit(args: readonly string[]): boolean {
  const { command, rest } = splitGitCommand(args);
  const judge = Object.hasOwn(GIT, command) ? GIT[command] : undefined;
  return judge?.(readFlags(rest, VALUES[command] ?? []), rest) ?? false;
}

/** Flags of git commands that take a value, which is then neither a flag nor a file. */
const VALUES: Readonly<Record<string, readonly string[]>> = {
  push: ["o", "push-option", "repo", "receive-pack"],
  checkout: ["b", "B", "orphan"],
  restore: ["s", "source"],
  switch: ["c", "C", "orphan"],
  clean: ["e", "exclude"],
};

const GIT: Readonly<Record<string, (flags: Flags, args: readonly string[]) => boolean>> = {
  reset: (flags) => has(flags, "hard"),
  clean: (flags) => has(flags, "f", "force") && !has(flags, "n"),
  checkout: (flags, args) =>
    has(flags, "f", "force", "B") || args.includes("--") || flags.operands.includes("."),
  switch: (flags) => has(flags, "f", "force", "discard-changes", "C"),
  restore: (flags) => !has(flags, "S", "staged") || has(flags, "W", "worktree"),
  rm: (flags) => has(flags, "r", "f", "force") && !has(flags, "n", "cached"),
  push: (flags) =>
    !has(flags, "n") && (has(flags, "f", "force", "d", "delete", "mirror", "prune") || isForced(flags)),
  branch: (flags) =>
    has(flags, "D", "M", "C") || (has(flags, "d", "delete", "m", "move") && has(flags, "f", "force")),
  stash: ({ operands: [action = ""] }) => action === "drop" || action === "clear",
  worktree: (flags) => flags.operands[0] === "remove" && has(flags, "f", "force"),
  reflog: ({ operands: [action = ""] }) => action === "expire" || action === "delete",
  gc: (flags) => has(flags, "prune"),
  "update-ref": (flags) => has(flags, "d"),
  "filter-branch": () => true,
  "filter-repo": () => true,
};

/** `git push origin +main` and `git push origin :main`. */
function isForced({ operands }: Flags): boolean {
  return operands.slice(1).some((refspec) => /^[+:]./.test(refspec));
}

function has({ flags }: Flags, ...names: readonly string[]): boolean {
  return names.some((name) => flags.has(name));
}
