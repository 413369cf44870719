import { parseCommands } from "../parse-commands.ts";
import type { ShellCommand } from "../shell-command.ts";
import { isMissedLook } from "./is-missed-look.ts";
import { passedRuns } from "./judge-run.ts";

interface Run {
  command: string;
  output: string;
}

const PORT_TAKEN =
  /EADDRINUSE|address (?:is )?already in use|port \S{0,12}\d+ (?:is )?(?:already )?(?:in use|allocated|taken|being used)/i;
const NOT_INSTALLED =
  /(?:^|: )(?<program>[\w.+-]+): (?:command )?not found$|command not found: (?<other>[\w.+-]+)$/m;
const RUNS_ANOTHER =
  /^(?:docker|podman|nerdctl|npx|bunx|uvx|pipx|uv|pnpm|yarn|bundle|poetry|go|dotnet|mise|nix-shell|nix)$/;

/** Whether a later run reached in another way what failed: on another port, where the file is, with the tool from elsewhere. */
export function reachedOtherwise(later: Run, failed: Run): boolean {
  const passed = passedRuns(later);
  if (PORT_TAKEN.test(failed.output))
    return startsTheSame(parseCommands(later.command), parseCommands(failed.command));
  const missing = NOT_INSTALLED.exec(failed.output)?.groups;
  const program = missing?.["program"] ?? missing?.["other"];
  if (program !== undefined && passed.some((command) => runsFromElsewhere(command, program))) return true;
  return (isMissedLook(failed) || isLookWithout(program, failed)) && looksForTheSame(passed, failed);
}

/** The same program with the same words, but for flags and numbers. */
function startsTheSame(later: readonly ShellCommand[], failed: readonly ShellCommand[]): boolean {
  const nameOf = ({ words }: ShellCommand) => words.filter((word) => /^[a-z]/i.test(word)).join(" ");
  const started = new Set(failed.map(nameOf).filter((name) => !/^(?:curl|sleep|echo|cd)\b/.test(name)));
  return later.some((command) => started.has(nameOf(command)));
}

function runsFromElsewhere({ words: [program = "", ...rest] }: ShellCommand, name: string): boolean {
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
  const wanted = new Set(parseCommands(command).flatMap(namesIn));
  return passed.some(
    (look) => SEARCHES.test(look.words[0] ?? "") && namesIn(look).some((name) => wanted.has(name)),
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
