import { parseCommands } from "../parse-commands.ts";

const NO_PROGRAM = /^(?:Error: )?Exit code:? 12[67]\b/i;
const NO_FILE = /\bNo such file or directory\b/;
/** They write only where they could read. */
const NEEDS_FILES = /^(?:sed|perl|cp|mv|rm|rename|dos2unix|truncate|patch|install)$/;

/** Whether a line of one command wrote nothing, because there was no such program or nothing to read. */
export function ranNothing({ command, output }: { command: string; output: string }): boolean {
  const [only, ...others] = parseCommands(command);
  if (only === undefined || others.length > 0 || only.writes.length > 0) return false;
  if (NO_PROGRAM.test(output)) return true;
  return (
    /^(?:Error: )?Exit code/i.test(output) && NO_FILE.test(output) && NEEDS_FILES.test(only.words[0] ?? "")
  );
}
