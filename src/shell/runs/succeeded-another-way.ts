import { readInvocation } from "../invocations/read-invocation.ts";
import { parseCommands } from "../parse-commands.ts";
import type { ShellCommand } from "../shell-command.ts";
import { writtenByProgram } from "../written/written-by-program.ts";
import { isFailedLookup } from "./is-failed-lookup.ts";
import { passedRuns } from "./judge-run.ts";
import { isEditedAgain, isJoinedName, replacesMissingProgram } from "./same-goal.ts";

interface Run {
  command: string;
  output: string;
}

const TAKEN =
  /EADDRINUSE|address (?:is )?already in use|\bport (?:\S{0,12}\d+ )?(?:is )?(?:already )?(?:in use|allocated|taken|being used)|container name \S+ is already in use/i;
const NOT_INSTALLED =
  /(?:^|: )(?<program>[\w.+-]+): (?:command )?not found$|command not found: (?<other>[\w.+-]+)$/m;
const RUNS_ANOTHER =
  /^(?:docker|podman|nerdctl|npx|bunx|uvx|pipx|uv|pnpm|yarn|bundle|poetry|go|dotnet|mise|nix-shell|nix)$/;

/** Whether a later run succeeded in another way: on another port, in the right directory, or with another program. */
export function succeededAnotherWay(later: Run, failed: Run): boolean {
  const passed = passedRuns(later);
  if (TAKEN.test(failed.output))
    return startsTheSame(parseCommands(later.command), parseCommands(failed.command));
  return (
    runsAnotherWay(passed, failed) ||
    createsTheSame(passed, failed) ||
    isEditedAgain(passed, parseCommands(failed.command)) ||
    looksUpAnotherWay(passed, failed)
  );
}

/** With the program from another path, or in a place or at a time where it is ready. */
function runsAnotherWay(passed: readonly ShellCommand[], failed: Run): boolean {
  const missing = missingProgram(failed);
  if (missing !== undefined && passed.some((command) => runsFromElsewhere(command, missing))) return true;
  if (missing !== undefined && replacesMissingProgram(passed, missing, parseCommands(failed.command)))
    return true;
  return reachesTheSame(passed, failed) || (NOT_READY.test(failed.output) && runsTheSameTool(passed, failed));
}

function looksUpAnotherWay(passed: readonly ShellCommand[], failed: Run): boolean {
  const isLookup = isFailedLookup(failed) || isLookupWithMissing(missingProgram(failed), failed);
  return isLookup && looksUpTheSame(passed, failed);
}

function missingProgram({ output }: Run): string | undefined {
  const missing = NOT_INSTALLED.exec(output)?.groups;
  return missing?.["program"] ?? missing?.["other"];
}

/** Messages of a run in the wrong directory or before installation, which say nothing about the work. */
const NOT_READY =
  /\b(?:could not|couldn't|cannot|can't|unable to) find (?:\S+ ){0,4}(?:in|file|command|directory|project|manifest|module)\b|\b(?:no such file or directory|directory not found|not a git repository|no (?:package\.json|Cargo\.toml|go\.mod|pyproject\.toml|Gemfile|build file|configuration file|makefile|rule to make target)\b|missing script|matching version found|No matching distribution|executable not found|Command "\S+" not found|(?:project|solution|module|package|target|config(?:uration)?)(?: file| directory)? does not exist)|\bCould not read package\.json\b|_NO_IMPORTER_MANIFEST_FOUND\b|\bexternally-managed-environment\b|\bRun ".*" to make\b|\bis not (?:installed|available|a \S+ command)\b|\bplease install\b/i;

const NOT_REACHED = /Failed to connect to (?<host>\S+) port (?<port>\d+)|Cannot connect to the Docker daemon/;

/** Whether an unreachable service has answered since: to curl the same host and port, to Docker any command. */
function reachesTheSame(passed: readonly ShellCommand[], { output }: Run): boolean {
  const missed = NOT_REACHED.exec(output);
  if (missed === null) return false;
  const { host, port } = missed.groups ?? {};
  const address = host === undefined ? undefined : `${host}:${port}`;
  return passed.some(({ words: [program, ...args] }) =>
    address === undefined
      ? program === "docker" || program === "docker-compose"
      : program === "curl" && args.some((arg) => arg.includes(address)),
  );
}

/** A run of the same tool, in any directory and with any arguments. */
function runsTheSameTool(passed: readonly ShellCommand[], { command }: Run): boolean {
  const toolOf = (one: ShellCommand) => readInvocation(one).name;
  const failing = parseCommands(command).filter(({ words }) => !/^(?:|cd|ls|cat|echo)$/.test(words[0] ?? ""));
  const tools = new Set(failing.map(toolOf));
  return passed.some((one) => one.words.length > 1 && tools.has(toolOf(one)));
}

/** The same program created the intended file from another source. */
function createsTheSame(passed: readonly ShellCommand[], { command }: Run): boolean {
  const wanted = parseCommands(command).flatMap(filesCreatedBy);
  return wanted.length > 0 && passed.some((one) => filesCreatedBy(one).some((file) => wanted.includes(file)));
}

const DOWNLOADS = /^(?:curl|wget|aria2c|axel|httpie|xh)$/;

/** The files that a command creates, each with the program. */
function filesCreatedBy({ words: [program = "", ...args], input }: ShellCommand): string[] {
  return /^(?:rm|git|sed|perl|touch|tee)$/.test(program)
    ? []
    : writtenByProgram(program, args, input).map(
        (file) => `${DOWNLOADS.test(program) ? "download" : program} ${file}`,
      );
}

/** The same program with the same words, ignoring flags and numbers. */
function startsTheSame(later: readonly ShellCommand[], failed: readonly ShellCommand[]): boolean {
  const nameOf = ({ words }: ShellCommand) => words.filter((word) => /^[a-z]/i.test(word)).join(" ");
  const started = new Set(failed.map(nameOf).filter((name) => !/^(?:curl|sleep|echo|cd)\b/.test(name)));
  return later.some((command) => started.has(nameOf(command)) || startsContainer(command, failed));
}

/** The container exists and only has to be started. */
function startsContainer(
  { words: [program, verb = "", name] }: ShellCommand,
  failed: readonly ShellCommand[],
): boolean {
  if (!/^(?:docker|podman)$/.test(program ?? "") || !/^(?:start|restart)$/.test(verb)) return false;
  return failed.some(
    ({ words }) =>
      words[0] === program && words.some((word, i) => words[i - 1] === "--name" && word === name),
  );
}

function runsFromElsewhere({ words: [program = "", ...rest] }: ShellCommand, name: string): boolean {
  if (isJoinedName([program, ...rest], name)) return true;
  if (!RUNS_ANOTHER.test(program)) return false;
  return rest.some(
    (word) =>
      word
        .replace(/[@:][^/]*$/, "")
        .split("/")
        .at(-1) === name,
  );
}

const SEARCHES =
  /^(?:rg|ag|ack|fd|fdfind|tree|bat|exa|eza|jq|yq|[a-z]*grep|find|ls|cat|head|tail|git|sed|awk)$/;

function isLookupWithMissing(program: string | undefined, { command }: Run): boolean {
  return program !== undefined && SEARCHES.test(program) && parseCommands(command)[0]?.words[0] === program;
}

/** A successful lookup mentions a name that the failed one was looking for. */
function looksUpTheSame(passed: readonly ShellCommand[], { command }: Run): boolean {
  const lines = parseCommands(command);
  const wanted = new Set(lines.flatMap(namesIn));
  return passed.some(
    (lookup) => SEARCHES.test(lookup.words[0] ?? "") && namesIn(lookup).some((name) => wanted.has(name)),
  );
}

/** The first argument, file names without extensions, and search words. */
function namesIn({ words }: ShellCommand): string[] {
  const operands = words.slice(1).filter((word) => !word.startsWith("-"));
  const parts = operands
    .flatMap((word) => word.split(/[/\s"'|]+/))
    .map((part) => part.replace(/\.\w+$/, ""))
    .filter((part) => part.length > 2 && !/^(?:src|lib|app|test|tests|packages|index|main)$/.test(part));
  return [...operands.slice(0, 1), ...parts];
}
