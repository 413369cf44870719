import type { ToolFact } from "../../kernel/agent/tool-fact.ts";
import type { Capture } from "../../kernel/capture.ts";
import { findDeletedFiles, findWrittenFiles } from "../../shell/find-written-files.ts";
import { bounded } from "../../text/bounded.ts";
import { LIMITS } from "../limits.ts";
import { absolutePath } from "../locate-entry.ts";
import { unresolvedFailures } from "../open-failures.ts";
import { touchFiles } from "./touch-files.ts";

type CommandRun = Extract<ToolFact, { type: "command_run" }> & { at: number };

/** Adds a command and the files that it writes. */
export function foldCommand(capture: Capture, { call: id, command, at, cwd }: CommandRun): Capture {
  const deleted = new Set(findDeletedFiles(command));
  const written = findWrittenFiles(command).map((path) => ({
    path: absolutePath(cwd, path),
    action: "changed" as const,
    deleted: deleted.has(path),
  }));
  return {
    ...capture,
    files: touchFiles(capture.files, written, { at, call: id }),
    commands: begin(capture, { id, command, at }),
  };
}

function begin(
  { commands }: Pick<Capture, "commands">,
  { id, command, at }: { id: string; command: string; at: number },
): Capture["commands"] {
  if (commands.some((known) => known.id === id)) return commands;
  const short = command.length <= LIMITS.command ? command : shortenCommand(command);
  const begun = { id, command: bounded(short, LIMITS.command), at, ok: null, output: "" };
  return keepCommands([...commands, begun]);
}

/** Keeps the newest commands within the limit. Unresolved failures are kept longer than successful commands. */
function keepCommands(commands: Capture["commands"]): Capture["commands"] {
  const excess = commands.length - LIMITS.commands;
  if (excess <= 0) return commands;
  const open = new Set(unresolvedFailures({ commands }).slice(-LIMITS.openFailures));
  const leaving = new Set(commands.filter((command) => !open.has(command)).slice(0, excess));
  return commands.filter((command) => !leaving.has(command));
}

const HEREDOC = /(?<!<)<<-?[ \t]*(["']?)([A-Za-z_]\w*)\1([^\n]*)([\s\S]*?)(?:\n[ \t]*\2(?=\s|$)|$)/g;

/** Removes the contents of here-documents from a command line, so that commands after them are kept. */
export function shortenCommand(line: string): string {
  return line.replaceAll(HEREDOC, "<<$1$2$1$3\n…\n$2");
}
