import { type Invocation, readInvocation } from "../invocations/read-invocation.ts";
import { parseCommands } from "../parse-commands.ts";
import type { ShellCommand } from "../shell-command.ts";
import { BY_PATH, covers, isWithin } from "./covers.ts";
import { echoedCommands } from "./echoed-commands.ts";
import { coversPackages } from "./failed-packages.ts";
import { choosesTests, failedPlaces, failedTargets, failedTests, isFailedTask } from "./failed-tests.ts";
import { isCheck } from "./is-check.ts";
import { isRetyped } from "./is-retyped.ts";
import { type Ended, passedRuns } from "./judge-run.ts";
import { reachedOtherwise } from "./other-way.ts";
import { rememberByRun } from "./remember-by-run.ts";

export interface FailedRun {
  command: string;
  output: string;
  /** The lines that name what failed, where the output had to be cut. */
  named?: string | undefined;
}

/**
 * Whether a later run settles a failure: it passed and ran at least what failed, or it failed in the same way, so that it
 * replaces it.
 */
export function resolves(
  { command: later, isPassed }: { command: FailedRun; isPassed: boolean },
  failed: FailedRun,
  root: string | undefined,
): boolean {
  if (later.command.trim() === failed.command.trim()) return isPassed ? !isDry(later, root) : true;
  if (isPassed && settles(later, failed)) return true;
  const candidates = failedCandidates(failed, root);
  const ran = isPassed ? passedInvocations(later, root) : failedCandidates(later, root);
  return candidates.some((narrow) =>
    ran.some(
      (wide) =>
        covers(wide, narrow) ||
        (isPassed && (coversFailed(wide, narrow, failed) || covers(wide, withoutCheck(narrow)))),
    ),
  );
}

function settles(later: FailedRun, failed: FailedRun): boolean {
  return isRetyped(later, failed) || settlesConflict(later, failed) || reachedOtherwise(later, failed);
}

function isDry({ command }: FailedRun, root: string | undefined): boolean {
  return invocationsOf(parseCommands(command), root).some(({ isDryRun }) => isDryRun);
}

function invocationsOf(commands: readonly ShellCommand[], root: string | undefined): Invocation[] {
  return commands.map((command) => readInvocation(command, root));
}

const NEVER_FAILS =
  /^(?:cd|echo|export|source|\.|set|mkdir|sleep|true|printf|pwd|cat|tail|head|tee|grep|rg|wc|sort)$/;

/** Which commands of the line can have failed; its checks, if there are any. */
const failedCandidates = rememberByRun(findCandidates);
const passedInvocations = rememberByRun((run: FailedRun, root) => {
  const passed = passedRuns(run);
  return invocationsOf(passed.length > 0 ? [...passed, ...echoedCommands(run)] : [], root);
});

function findCandidates({ command, output }: FailedRun, root: string | undefined): Invocation[] {
  const hasCode = /^Exit code/i.test(output);
  const commands = parseCommands(command).filter(({ words }) => !NEVER_FAILS.test(words[0] ?? ""));
  const failing = commands.filter(({ canFail, decides }) => (hasCode ? canFail : !decides));
  const chosen = failing.length > 0 ? failing : commands;
  const checks = chosen.filter((one) => isCheck(readInvocation(one, root), one.words));
  // A script of one command is that command.
  const echoed = echoedCommands({ command, output });
  const ran = echoed.length === 1 && chosen.length === 1 ? echoed : [];
  return invocationsOf([...(checks.length > 0 ? checks : chosen), ...ran], root);
}

/** A formatter that ran leaves nothing that it would change. */
function withoutCheck(narrow: Invocation): Invocation {
  return { ...narrow, name: narrow.name.replace(/ --check$/, "") };
}

const TASK = /^(?:script|make|just|task|tox|nox|rake|turbo|nx)\b/;

/** A narrower run that holds all that is named as failed. */
function coversFailed(
  wide: Invocation,
  narrow: Invocation,
  { output: shown, named: lines }: FailedRun,
): boolean {
  const output = lines ?? shown;
  if (coversNamed(wide, narrow, output)) return true;
  if (wide.targets.length === 0 || wide.filters.length > 0) return false;
  if (coversPlaces(wide, narrow, output)) return true;
  const named = failedTargets(output);
  if (named.length === 0) return false;
  // A script or task that starts a test runner: the runner itself is enough for the files that are named.
  const name = TASK.test(narrow.name) && BY_PATH.test(wide.name) ? wide.name : narrow.name;
  return covers(wide, { ...narrow, name, targets: named });
}

/** The tasks, packages or tests that the output names. */
function coversNamed(wide: Invocation, narrow: Invocation, output: string): boolean {
  if (isFailedTask(wide, output) || coversPackages(wide, narrow, output)) return true;
  return wide.name === narrow.name && choosesTests(wide, failedTests(output));
}

/** The whole of what a linter, a compiler or `go test` named; Go's packages begin with the name of the module. */
function coversPlaces(wide: Invocation, narrow: Invocation, output: string): boolean {
  if (wide.name !== narrow.name || wide.isDryRun || output.includes("…")) return false;
  const places = failedPlaces(narrow.name, output);
  const holds = (place: string, target: string) =>
    isWithin(place, target) || place.endsWith(`/${target}`) || place.includes(`/${target}/`);
  return places.length > 0 && places.every((place) => wide.targets.some((target) => holds(place, target)));
}

type Run = Pick<Ended, "command" | "output">;

const MERGING =
  /^git (?:-\S+ )*(?:merge|rebase|cherry-pick|revert|pull|am|stash (?:pop|apply))\b(?!.*--(?:abort|continue|skip|quit))/;
const SETTLED = /^git (?:-\S+ )*(?:commit\b|(?:merge|rebase|cherry-pick|revert|am) --continue)/;

/** Whether a run that passed ends the merge that a run before it left in conflict: by continuing. */
export function settlesConflict(passed: Run, failed: Run): boolean {
  return /\bCONFLICT\b/.test(failed.output) && runs(failed, MERGING) && runs(passed, SETTLED);
}

function runs({ command }: Run, pattern: RegExp): boolean {
  return parseCommands(command).some(({ words }) => pattern.test(words.join(" ")));
}
