import { readInvocation } from "../invocations/read-invocation.ts";
import { parseCommands } from "../parse-commands.ts";
import type { ShellCommand } from "../shell-command.ts";
import { isAlreadyCreated, isAnswer, isExistenceCheck } from "./is-answer.ts";
import { isCheck } from "./is-check.ts";
import { showsFailedCheck, showsFailure, showsNothingRan } from "./shows-failure.ts";

/** A shell line and how it ended, as the agent reports it. */
export interface FinishedRun {
  command: string;
  ok: boolean;
  output: string;
}

/**
 * `answered`: it ended with a code that says "nothing found" or "no". `refused`: nothing ran, since the user, the client
 * or a hook prevented it. `interrupted`: the user stopped it, so its result is unknown.
 */
export type Verdict = "passed" | "failed" | "answered" | "refused" | "interrupted";

/** Decides how a shell line really ended: a nonzero exit code can be an answer, and success can hide a failure. */
export function judgeRun({ command, ok, output }: FinishedRun): Verdict {
  if (!ok && isRefused(output)) return "refused";
  if (!ok && isInterrupted(output)) return "interrupted";
  const commands = parseCommands(command);
  if (ok) return hidesFailure(command, commands, output) ? "failed" : "passed";
  const code = exitCodeOf(output);
  return code !== undefined && isOnlyAnswer(commands, code, output) ? "answered" : "failed";
}

const REFUSED =
  /doesn['’]t want to (?:proceed|take this action)|user (?:rejected|denied|declined)|request interrupted|^\[?(?:Request )?interrupted by user|haven['’]t granted|requires approval|^Permission to use \S+ .*has been denied|hook (?:error|denied|blocked|stopped)|^(?:Permission|Command|Tool|Operation) \S* ?(?:was )?(?:denied|rejected|blocked|not allowed)|rejected by (?:the )?user|(?:sibling|parallel) tool call|blocked by|not (?:in the )?allow(?:ed|list)|declined|sandbox|^<tool_use_error>|^(?:Error: |\[)?(?:Blocked\b|(?:Operation|Command|Request|Tool call|Tool execution|Execution) (?:was )?(?:aborted|cancell?ed|interrupted|blocked))|\bhas been blocked\b|user (?:cancell?ed|aborted|dismissed|interrupted)|(?:aborted|cancell?ed|interrupted|dismissed) by (?:the )?user/i;

/** Agents report a refusal in place of the output; a program that ran has an exit code. */
function isRefused(output: string): boolean {
  return exitCodeOf(output) === undefined && REFUSED.test(output.slice(0, 600));
}

/** The code of SIGINT, or the client's note below what the program had printed until then. */
function isInterrupted(output: string): boolean {
  const code = exitCodeOf(output);
  return code === SIGINT || (code !== undefined && code > SIGNALED && INTERRUPTED.test(output.slice(-600)));
}

const SIGNALED = 128;
const SIGINT = SIGNALED + 2;
const INTERRUPTED =
  /^(?:<error>)?(?:\[Request interrupted by user|Command was (?:aborted|interrupted)|(?:aborted|interrupted) by (?:the )?user)/im;

function exitCodeOf(output: string): number | undefined {
  const code = /^(?:Error: )?Exit code:? (\d+)/i.exec(output)?.[1];
  return code === undefined ? undefined : Number(code);
}

/** Programs that rarely fail, or that print text from elsewhere. */
const INERT =
  /^(?:cd|echo|printf|true|export|set|source|\.|sleep|pwd|date|mkdir|cat|head|tail|less|more|wc|sort|uniq|cut|tr|tee|ls|ps|env|whoami|hostname|wait|popd|pushd|exit|return|unset|alias|shopt|ulimit|trap|seq|basename|dirname|history|clear|touch|jobs|:)$/;
const READERS =
  /^(?:[a-z]*grep|rg|ag|ack|find|fd|sed|awk|gawk|jq|yq|z?diff|cmp|journalctl|dmesg|strings|xxd|column|nl|tac|file|stat|du|df|tree|bat|zcat|test|\[|\[\[|git (?:log|show|diff|status|blame|grep|branch|stash list|reflog|shortlog)|gh (?:run|pr|issue|api)|docker (?:logs|ps|images|inspect)|(?:docker|podman)[- ]compose (?:logs|ps)|kubectl (?:logs|get|describe|top)|kill|pkill|killall|rm|which|command|history|npm (?:ls|outdated|view|audit)|python3? -c|node -e|ssh|aws logs|az monitor)\b/;

function isOnlyAnswer(commands: readonly ShellCommand[], code: number, output: string): boolean {
  const candidates = commands.filter(
    (command) =>
      command.canFail &&
      (isExistenceCheck(command) ||
        isAlreadyCreated(command.words, output) ||
        !INERT.test(command.words[0] ?? "")),
  );
  const answers = candidates.filter((command) => isAnswer(command, code, output));
  if (answers.length === 0) return code === 124 && candidates.some(isServer);
  if (answers.length === candidates.length) return true;
  // If one command answered and no failure is printed, the answer is the result: real failures print a message.
  return !showsFailedCheck(output.replace(/^.*\n?/, ""));
}

/** `timeout 5 npm start`: it was meant to be stopped. */
function isServer({ words }: ShellCommand): boolean {
  return /\b(?:start|dev|serve|server|runserver|watch|preview|tail -f|logs -f|up)\b/.test(words.join(" "));
}

function hidesFailure(line: string, commands: readonly ShellCommand[], output: string): boolean {
  const hidden = commands.filter(
    ({ determinesSuccess, words }) =>
      !(determinesSuccess && !isLenient(words)) && !INERT.test(words[0] ?? ""),
  );
  const working = hidden.filter(({ words }) => !READERS.test(words.join(" ")));
  if (working.length === 0) return false;
  const shown = shownCode(line, output);
  if (shown !== undefined) return shown !== 0;
  const checks = working.some((command) => isCheck(readInvocation(command), command.words));
  return checks ? showsFailedCheck(output) : showsFailure(output);
}

/** The exit code that the line itself prints, as in `npm test; echo $?`. */
function shownCode(line: string, output: string): number | undefined {
  if (!/\$\?|PIPESTATUS/.test(line)) return undefined;
  const code = /(\d+)\D*$/.exec(output.trimEnd().split("\n").at(-1) ?? "")?.[1];
  return code === undefined ? undefined : Number(code);
}

const LENIENT =
  /^(?:make|gmake) (?:.* )?(?:-[a-z]*i[a-z]*|--ignore-errors)(?: |$)|^psql (?!.*(?:-c|--command|ON_ERROR_STOP))|^mvnw? .*(?:-fn|--fail-never)\b|maven\.test\.failure\.ignore|testFailureIgnore|--(?:exit-zero|if-present|passWithNoTests|pass-with-no-tests|suppress-tests-failed|allow-failure|no-fail|soft-fail|no-exit-code|failure-exit-code[= ]0|keep-going-zero)\b/;

/** Whether a command succeeds even if its program fails, so that only its output shows the result. */
export function isLenient(words: readonly string[]): boolean {
  return LENIENT.test(words.join(" "));
}

/** Formatters that succeed and print what is not formatted. */
const LISTING =
  /^(?:gofmt|gofumpt|goimports|black|isort|clang-format|yapf)\b(?=.* (?:-l|-d|--diff|--dry-run|-n|--list)(?: |$))/;

function listsUnformatted(words: readonly string[], output: string): boolean {
  return LISTING.test(words.join(" ")) && output.trim() !== "";
}

/** The commands of a line whose success the line or its output shows. */
export function passedRuns({ command, output }: { command: string; output: string }): ShellCommand[] {
  if (showsNothingRan(output)) return [];
  const code = exitCodeOf(output);
  const verdict = judgeRun({ command, ok: code === undefined, output });
  // `npm test && grep TODO src`: if grep found nothing, the tests passed.
  if (code !== undefined)
    return parseCommands(command).filter(
      (one) => verdict === "answered" && one.canFail && !isAnswer(one, code, output),
    );
  return parseCommands(command).filter(
    ({ words, determinesSuccess, isCondition, writes }) =>
      !listsUnformatted(words, output) &&
      ((determinesSuccess && !isLenient(words)) ||
        (verdict === "passed" && !isCondition && writes.length === 0)),
  );
}
