/** A git command without the flags that come before its name. */
export interface GitCommand {
  /** From `-C`. */
  directory: string | undefined;
  command: string;
  rest: readonly string[];
}

const WITH_VALUE = /^-[Cc]$|^--(?:git-dir|work-tree|namespace)$/;

/** Splits the arguments of git at the name of the command. */
export function splitGitCommand(args: readonly string[]): GitCommand {
  let i = 0;
  let directory: string | undefined;
  for (let flag = args[0]; flag?.startsWith("-"); flag = args[i]) {
    if (flag === "-C") directory = args[i + 1];
    i += WITH_VALUE.test(flag) ? 2 : 1;
  }
  return { directory, command: args[i] ?? "", rest: args.slice(i + 1) };
}
