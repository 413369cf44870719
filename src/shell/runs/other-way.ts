import { readInvocation } from "../invocations/read-invocation.ts";
import { parseCommands } from "../parse-commands.ts";
import type { ShellCommand } from "../shell-command.ts";
import { writtenByProgram } from "../written/written-by-program.ts";
import { isMissedLook } from "./is-missed-look.ts";
import { passedRuns } from "./judge-run.ts";
import { doneByAnother, editedAnew, isJoined } from "./same-goal.ts";

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

/** Whether a later run succeeded in another way: on another port, in the right directory, with the tool from another path. */
export function reachedOtherwise(later: Run, failed: Run): boolean {
  const passed = passedRuns(later);
  if (TAKEN.test(failed.output))
    return startsTheSame(parseCommands(later.command), parseCommands(failed.command));
  return (
    runsInOtherWay(passed, failed) ||
    makesTheSame(passed, failed) ||
    editedAnew(passed, parseCommands(failed.command)) ||
    looksInOtherWay(passed, failed)
  );
}

/** With the program from another path, or where and when it is ready. */
function runsInOtherWay(passed: readonly ShellCommand[], failed: Run): boolean {
  const missing = missingProgram(failed);
  if (missing !== undefined && passed.some((command) => runsFromElsewhere(command, missing))) return true;
  if (missing !== undefined && doneByAnother(passed, missing, parseCommands(failed.command))) return true;
  return reachesTheSame(passed, failed) || (NOT_READY.test(failed.output) && runsTheSameTool(passed, failed));
}

function looksInOtherWay(passed: readonly ShellCommand[], failed: Run): boolean {
  const isLook = isMissedLook(failed) || isLookWithout(missingProgram(failed), failed);
  return isLook && looksForTheSame(passed, failed);
}

function missingProgram({ output }: Run): string | undefined {
  const missing = NOT_INSTALLED.exec(output)?.groups;
  return missing?.["program"] ?? missing?.["other"];
}

/** It was started in the wrong directory, or before it was installed: it says nothing about the work. */
const NOT_READY =
  /\b(?:could not|couldn't|cannot|can't|unable to) find (?:\S+ ){0,4}(?:in|file|command|directory|project|manifest|module)\b|\b(?:no such file or directory|directory not found|not a git repository|no (?:package\.json|Cargo\.toml|go\.mod|pyproject\.toml|Gemfile|build file|configuration file|makefile|rule to make target)\b|missing script|matching version found|No matching distribution|executable not found|Command "\S+" not found|(?:project|solution|module|package|target|config(?:uration)?)(?: file| directory)? does not exist)|\bCould not read package\.json\b|_NO_IMPORTER_MANIFEST_FOUND\b|\bexternally-managed-environment\b|\bRun ".*" to make\b|\bis not (?:installed|available|a \S+ command)\b|\bplease install\b/i;

const NOT_REACHED = /Failed to connect to (?<host>\S+) port (?<port>\d+)|Cannot connect to the Docker daemon/;

/** What could not be reached has answered since: curl the same host and port, Docker anything. */
function reachesTheSame(passed: readonly ShellCommand[], { output }: Run): boolean {
  const missed = NOT_REACHED.exec(output);
  if (missed === null) return false;
  const { host, port } = missed.groups ?? {};
  const place = host === undefined ? undefined : `${host}:${port}`;
  return passed.some(({ words: [program, ...args] }) =>
    place === undefined
      ? program === "docker" || program === "docker-compose"
      : program === "curl" && args.some((arg) => arg.includes(place)),
  );
}

/** A run of the same tool, wherever and with whatever arguments. */
function runsTheSameTool(passed: readonly ShellCommand[], { command }: Run): boolean {
  const toolOf = (one: ShellCommand) => readInvocation(one).name;
  const failing = parseCommands(command).filter(({ words }) => !/^(?:|cd|ls|cat|echo)$/.test(words[0] ?? ""));
  const tools = new Set(failing.map(toolOf));
  return passed.some((one) => one.words.length > 1 && tools.has(toolOf(one)));
}

/** The file that it was to make is made by the same program, from elsewhere. */
function makesTheSame(passed: readonly ShellCommand[], { command }: Run): boolean {
  const wanted = parseCommands(command).flatMap(filesMadeBy);
  return wanted.length > 0 && passed.some((one) => filesMadeBy(one).some((file) => wanted.includes(file)));
}

const DOWNLOADS = /^(?:curl|wget|aria2c|axel|httpie|xh)$/;

/** Each with the program that makes it. */
function filesMadeBy({ words: [program = "", ...args], input }: ShellCommand): string[] {
  return /^(?:rm|git|sed|perl|touch|tee)$/.test(program)
    ? []
    : writtenByProgram(program, args, input).map(
        (file) => `${DOWNLOADS.test(program) ? "download" : program} ${file}`,
      );
}

/** The same program with the same words, but for flags and numbers. */
function startsTheSame(later: readonly ShellCommand[], failed: readonly ShellCommand[]): boolean {
  const nameOf = ({ words }: ShellCommand) => words.filter((word) => /^[a-z]/i.test(word)).join(" ");
  const started = new Set(failed.map(nameOf).filter((name) => !/^(?:curl|sleep|echo|cd)\b/.test(name)));
  return later.some((command) => started.has(nameOf(command)) || startsContainer(command, failed));
}

/** The container is there and only has to be started. */
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
  if (isJoined([program, ...rest], name)) return true;
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

function isLookWithout(program: string | undefined, { command }: Run): boolean {
  return program !== undefined && SEARCHES.test(program) && parseCommands(command)[0]?.words[0] === program;
}

/** A name of what was looked for stands in a look that found something. */
function looksForTheSame(passed: readonly ShellCommand[], { command }: Run): boolean {
  const lines = parseCommands(command);
  const wanted = new Set([...lines.flatMap(namesIn), ...lines.flatMap(({ words }) => words.slice(1, 2))]);
  return passed.some(
    (look) =>
      SEARCHES.test(look.words[0] ?? "") &&
      [...namesIn(look), ...look.words.slice(1, 2)].some((name) => wanted.has(name)),
  );
}

/** Names of files without what ends them, and words that are searched for. */
function namesIn({ words }: ShellCommand): string[] {
  return words
    .slice(1)
    .filter((word) => !word.startsWith("-"))
    .flatMap((word) => word.split(/[/\s"'|]+/))
    .map((part) => part.replace(/\.\w+$/, ""))
    .filter((part) => part.length > 2 && !/^(?:src|lib|app|test|tests|packages|index|main)$/.test(part));
}
