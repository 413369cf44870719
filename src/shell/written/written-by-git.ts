import { posix } from "node:path";
import { splitGitCommand } from "../split-git-command.ts";
import { patchedFiles } from "./patched-files.ts";
import { type Flags, readFlags } from "./read-flags.ts";
import { createdIn } from "./transferred.ts";

/** The files in the worktree that a git command names and changes. */
export function writtenByGit(args: readonly string[], input: string): string[] {
  const { directory, command, rest } = splitGitCommand(args);
  const find = Object.hasOwn(COMMANDS, command) ? COMMANDS[command] : undefined;
  const files =
    find?.(readFlags(rest, ["s", "source", "o", "output", "p", "m", "message", "b", "B"]), {
      args: rest,
      input,
    }) ?? [];
  return directory === undefined ? files : files.map((file) => posix.join(directory, file));
}

type Find = (flags: Flags, call: { args: readonly string[]; input: string }) => string[];

const output: Find = ({ values }) => [...(values.get("o") ?? []), ...(values.get("output") ?? [])];

const FILE = /(?:^|[\w)\]-])\.[A-Za-z]\w{0,9}$|^\.\w+$/;

const COMMANDS: Record<string, Find> = {
  mv: ({ operands }) => [
    ...operands.slice(0, -1),
    ...createdIn(operands.at(-1) ?? "", operands.slice(0, -1)),
  ],
  rm: ({ operands, flags }) => (has(flags, "cached", "n", "dry-run") ? [] : operands),
  restore: ({ operands, flags }) =>
    has(flags, "staged", "S") && !has(flags, "worktree", "W") ? [] : operands,
  checkout: ({ flags, operands }, { args }) => {
    if (args.includes("--")) return args.slice(args.indexOf("--") + 1);
    if (has(flags, "b", "B", "orphan", "detach", "t", "track")) return [];
    // `git checkout main a.ts` and `git checkout a.ts`: the first may be a branch, but branches with a dot are rare.
    return has(flags, "ours", "theirs") ? operands : operands.filter((name) => FILE.test(name));
  },
  stash: ({ operands }) => (operands[0] === "push" ? operands.slice(1) : []),
  apply: ({ flags, values }, { input }) =>
    has(flags, "check", "stat", "cached") ? [] : patchedFiles(input, Number(values.get("p")?.[0] ?? 1)),
  am: (_, { input }) => patchedFiles(input, 1),
  diff: output,
  archive: output,
  bundle: ({ operands }) => (operands[0] === "create" ? operands.slice(1, 2) : []),
};

function has(flags: ReadonlySet<string>, ...names: string[]): boolean {
  return names.some((name) => flags.has(name));
}
