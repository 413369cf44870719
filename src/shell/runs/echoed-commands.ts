import { inDirectory } from "../change-directory.ts";
import { readInvocation } from "../invocations/read-invocation.ts";
import { parseCommands } from "../parse-commands.ts";
import type { ShellCommand } from "../shell-command.ts";

/**
 * How script runners print a command before they run it: npm and pnpm after `>` below a line with the name of the
 * script, Yarn and Bun after `$`, Task after the name of the task. Make and just print only the command.
 */
const ECHO = /^(?:> (?!\S+@\S+ \S+$)|\$ |task: \[\S+\] )(?<line>\S.*)$/;
const PRINTS_BARE = /^(?:gmake|make|just)$/;
const RUNS_SCRIPTS = /^(?:npm|pnpm|yarn|bun|task|go-task|gmake|make|just|composer)$/;
const MOST_LINES = 40;

/** The commands that the scripts of a line ran, as far as the runner printed them. */
export function echoedCommands(run: { command: string; output: string }): ShellCommand[] {
  const commands = parseCommands(run.command);
  const runner = commands.find(({ words }) => RUNS_SCRIPTS.test(words[0] ?? ""));
  if (runner === undefined || runner.writes.length > 0 || runner.isConsumed) return [];
  const { isDryRun, isRecursive, directory } = readInvocation(runner);
  // `make -n test` prints what it would run.
  if (isDryRun) return [];
  const isBare = PRINTS_BARE.test(runner.words[0] ?? "");
  return run.output
    .split("\n", MOST_LINES)
    .map((line) => (isBare ? line : (ECHO.exec(line)?.groups?.["line"] ?? "")))
    .filter((line) => line.length < 400 && /^[\w./-]+(?: |$)/.test(line))
    .flatMap((line) => parseCommands(line))
    .map((command) => ({ ...command, directory: isRecursive ? undefined : within(directory, command) }));
}

const HEADER = /^> \S+@\S+ (?<script>\S+)(?: \/\S+)?$/gm;

/** The last script that npm or pnpm started, as far as its header is in the output. */
export function lastScript(output: string): string | undefined {
  const last = [...output.matchAll(HEADER)].at(-1);
  // A cut after it may hide the header of another script.
  const isLast = last !== undefined && !output.includes("…", last.index);
  return isLast ? last.groups?.["script"] : undefined;
}

/** A script runs in the directory of its package. */
function within(base: string | undefined, { directory }: ShellCommand): string | undefined {
  return directory === undefined ? undefined : inDirectory(base, directory);
}
