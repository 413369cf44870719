import { normalize } from "node:path";
import type { ShellCommand } from "./shell-command.ts";

const SHELL = /^(?:.*\/)?(?:ba|da|z|k)?sh$/;
const SOURCE = /^(?:source|\.)$/;

/** The scripts that a line hands to a shell through a pipe, or through a file that it wrote before. */
export function nestedScripts(commands: readonly ShellCommand[]): string[] {
  const files = new Map<string, string>();
  return commands.flatMap((command, i) => {
    for (const path of command.writes) files.set(normalize(path), textOf(command));
    const piped = readsInput(command) ? textPipedTo(commands, i) : undefined;
    const file = scriptFile(command);
    return [piped, file === undefined ? undefined : files.get(normalize(file))].filter(
      (script) => script !== undefined,
    );
  });
}

/** What a command prints or copies: `echo 'rm x'`, `cat <<EOF`. */
function textOf({ words: [program, ...args], input }: ShellCommand): string {
  return program === "echo" || program === "printf" ? args.join(" ") : input;
}

/** `bash` and `bash -s`. */
function readsInput({ words: [program = "", ...args] }: ShellCommand): boolean {
  return SHELL.test(program) && args.every((arg) => arg.startsWith("-"));
}

function textPipedTo(commands: readonly ShellCommand[], index: number): string | undefined {
  const before = commands[index - 1];
  return before?.isConsumed === true ? textOf(before) : undefined;
}

/** `bash clean.sh`, `. clean.sh` and `./clean.sh`. */
function scriptFile({ words: [program = "", ...args] }: ShellCommand): string | undefined {
  if (SHELL.test(program) || SOURCE.test(program)) return args.find((arg) => !arg.startsWith("-"));
  return program.includes("/") ? program : undefined;
}
