import { readInvocation } from "../invocations/read-invocation.ts";
import type { ShellCommand } from "../shell-command.ts";
import { writtenByProgram } from "../written/written-by-program.ts";
import { isCheck } from "./is-check.ts";

/** Programs that only show something. */
const SHOWS =
  /^(?:cd|ls|cat|head|tail|less|wc|sort|file|stat|du|tree|find|fd|[a-z]*grep|rg|sed|awk|diff|cmp|which|type|command|echo|printf|test|\[|git (?:log|show|diff|status|blame)|chmod|rm|mkdir|touch|cp|mv|vim?|open|code)\b/;

/**
 * Whether another program replaced a missing one: `curl` fetched what `wget` could not, or Python read what was meant
 * for `jq`. A missing linter cannot be replaced like this.
 */
export function replacesMissingProgram(
  passed: readonly ShellCommand[],
  missing: string,
  commands: readonly ShellCommand[],
): boolean {
  const at = commands.findIndex(({ words }) => programOf(words) === missing);
  const unavailable = commands[at];
  if (unavailable === undefined || isCheck(readInvocation(unavailable), unavailable.words)) return false;
  // For a filter at the end of a pipe, its input is what matters.
  const [source] = commands;
  if (at > 0 && source !== undefined) return passed.some((command) => isSameSource(command, source));
  const goals = goalsOf(unavailable);
  return passed.some(
    (command) => hasEffect(command) && goalsOf(command).some((goal) => goals.includes(goal)),
  );
}

/** `docker-compose` is `docker compose`. */
export function isJoinedName([first = "", second = ""]: readonly string[], missing: string): boolean {
  return `${first}-${second}` === missing;
}

function isSameSource({ words }: ShellCommand, source: ShellCommand): boolean {
  if (words[0] !== source.words[0]) return false;
  const wanted = operandsOf(source.words);
  return wanted.length > 0 && operandsOf(words).some((word) => wanted.includes(word));
}

function hasEffect(command: ShellCommand): boolean {
  return !SHOWS.test(command.words.join(" ")) || editedBy(command).length > 0;
}

const EDITS = /^(?:sed|gsed|perl|ruby|awk|gawk|ed|ex|patch|sd)$/;

/** Whether a file that a stream editor failed to change was then changed by any stream editor. */
export function isEditedAgain(passed: readonly ShellCommand[], commands: readonly ShellCommand[]): boolean {
  const wanted = commands.flatMap(editedBy);
  return wanted.length > 0 && passed.some((one) => editedBy(one).some((file) => wanted.includes(file)));
}

function editedBy({ words: [program = "", ...args], input }: ShellCommand): string[] {
  return EDITS.test(program) ? writtenByProgram(program, args, input) : [];
}

/** Files, addresses and quoted phrases, which two lines rarely share by chance. */
function goalsOf({ words }: ShellCommand): string[] {
  return operandsOf(words).filter((word) => /[/.:\s]/.test(word) && !/^[./~]*$/.test(word));
}

function operandsOf(words: readonly string[]): string[] {
  return words.slice(1).filter((word) => !word.startsWith("-"));
}

function programOf([program = ""]: readonly string[]): string {
  return program.replace(/^.*\/(?=.)/, "");
}
