import { inDirectory } from "./change-directory.ts";
import { parseCommands } from "./parse-commands.ts";
import type { ShellCommand } from "./shell-command.ts";
import { writtenByProgram } from "./written/written-by-program.ts";
import { writtenByScript } from "./written/written-by-script.ts";

/**
 * Finds the files that a shell line names and creates, changes or removes: by redirects, by programs such as `mv` and
 * `sed -i`, or by an inline script.
 */
export function findWrittenFiles(line: string): string[] {
  const commands = parseCommands(line);
  const directories = new Set(commands.flatMap(directoriesMadeBy));
  return [...new Set(commands.flatMap((command) => filesOf(command, directories)))].slice(0, MOST);
}

const MOST = 200;

/** `mkdir -p lib && cp a.ts lib`: the file is copied into that directory. */
function directoriesMadeBy({ words }: ShellCommand): string[] {
  return words[0] === "mkdir" ? words.slice(1).filter((word) => !word.startsWith("-")) : [];
}

function filesOf(
  { words, writes, input, directory }: ShellCommand,
  directories: ReadonlySet<string>,
): string[] {
  const [program = "", ...given] = words;
  const args = given.map((arg) => (directories.has(arg) && /^(?:cp|mv|ln)$/.test(program) ? `${arg}/` : arg));
  const base = program.slice(program.lastIndexOf("/") + 1);
  const named = [...writes, ...writtenByProgram(base, args, input), ...writtenByScript(base, args, input)];
  return named
    .filter((name) => name !== "" && name !== "-")
    .flatMap((name) => inDirectory(directory, name) ?? [])
    .filter((path) => path !== "" && !path.startsWith("/dev/"));
}
