import { inDirectory } from "../change-directory.ts";
import { readInvocation } from "../invocations/read-invocation.ts";
import { parseCommands } from "../parse-commands.ts";
import type { ShellCommand } from "../shell-command.ts";

/**
 * How script runners print a command before they run it: npm and pnpm after `>` below a line with the script's name, Yarn and
 * Bun behind `$`, Task behind its task's name. Make and just print the bare line.
 */
const ECHO = /^(?:> (?!\S+@\S+ \S+$)|\$ |task: \[\S+\] )(?<line>\S.*)$/;
const PRINTS_BARE = /^(?:gmake|make|just)$/;
const RUNS_SCRIPTS = /^(?:npm|pnpm|yarn|bun|task|go-task|gmake|make|just|composer)$/;
const MOST_LINES = 40;

/** The commands that a line's scripts ran, as far as their runner printed them. */
export function echoedCommands(run: { command: string; output: string }): ShellCommand[] {
  const commands = parseCommands(run.command);
  const runner = commands.find(({ words }) => RUNS_SCRIPTS.test(words[0] ?? ""));
  if (runner === undefined || runner.writes.length > 0 || runner.isRead) return [];
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

/** A script runs in its package. */
function within(place: string | undefined, { directory }: ShellCommand): string | undefined {
  return directory === undefined ? undefined : inDirectory(place, directory);
}
