import { readInvocation } from "../invocations/read-invocation.ts";
import { parseCommands } from "../parse-commands.ts";
import type { ShellCommand } from "../shell-command.ts";
import { passedRuns } from "./judge-run.ts";

interface Run {
  command: string;
  output: string;
}

/** Whether a tool that was run in the wrong directory, or before it was installed, has succeeded since. */
export function isRetriedWhenReady(later: Run, failed: Run): boolean {
  return NOT_READY.test(failed.output) && runsTheSameTool(passedRuns(later), failed);
}

/** Messages of a run in the wrong directory or before installation, which say nothing about the work. */
const NOT_READY =
  /\b(?:could not|couldn't|cannot|can't|unable to) find (?:\S+ ){0,4}(?:in|file|command|directory|project|manifest|module)\b|\b(?:no such file or directory|directory not found|not a git repository|no (?:package\.json|Cargo\.toml|go\.mod|pyproject\.toml|Gemfile|build file|configuration file|makefile|rule to make target)\b|missing script|matching version found|No matching distribution|executable not found|Command "\S+" not found|(?:project|solution|module|package|target|config(?:uration)?)(?: file| directory)? does not exist)|\bCould not read package\.json\b|_NO_IMPORTER_MANIFEST_FOUND\b|\bexternally-managed-environment\b|\bRun ".*" to make\b|\bis not (?:installed|available|a \S+ command)\b|\bplease install\b/i;

/** A run of the same tool, in any directory and with any arguments. */
function runsTheSameTool(passed: readonly ShellCommand[], { command }: Run): boolean {
  const toolOf = (one: ShellCommand) => readInvocation(one).name;
  const failing = parseCommands(command).filter(({ words }) => !/^(?:|cd|ls|cat|echo)$/.test(words[0] ?? ""));
  const tools = new Set(failing.map(toolOf));
  return passed.some((one) => one.words.length > 1 && tools.has(toolOf(one)));
}
