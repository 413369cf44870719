import { inDirectory } from "./change-directory.ts";
import { parseCommands } from "./parse-commands.ts";
import type { ShellCommand } from "./shell-command.ts";
import { removedByProgram } from "./written/removed-by-program.ts";
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

/** Those of the written files and directories that the line removes or moves away, and does not write again. */
export function findDeletedFiles(line: string): string[] {
  const deleted = new Set<string>();
  for (const command of parseCommands(line)) {
    const paths = pathsIn(command, removedByProgram(programOf(command), command.words.slice(1)));
    for (const path of filesOf(command, new Set())) deleted.delete(path);
    for (const path of paths) deleted.add(path);
  }
  return [...deleted].slice(0, MOST);
}

const MOST = 200;

/** `mkdir -p lib && cp a.ts lib`: the file is copied into that directory. */
function directoriesMadeBy({ words }: ShellCommand): string[] {
  return words[0] === "mkdir" ? words.slice(1).filter((word) => !word.startsWith("-")) : [];
}

function filesOf(command: ShellCommand, directories: ReadonlySet<string>): string[] {
  const { words, writes, input } = command;
  const [program = "", ...given] = words;
  const args = given.map((arg) => (directories.has(arg) && /^(?:cp|mv|ln)$/.test(program) ? `${arg}/` : arg));
  const base = programOf(command);
  const named = [...writes, ...writtenByProgram(base, args, input), ...writtenByScript(base, args, input)];
  return pathsIn(command, named);
}

function programOf({ words: [program = ""] }: ShellCommand): string {
  return program.slice(program.lastIndexOf("/") + 1);
}

function pathsIn({ directory }: ShellCommand, names: readonly string[]): string[] {
  return names
    .filter((name) => name !== "" && name !== "-")
    .flatMap((name) => inDirectory(directory, name) ?? [])
    .filter((path) => path !== "" && !path.startsWith("/dev/"));
}
