import { type Invocation, readInvocation } from "../invocations/read-invocation.ts";
import { parseCommands } from "../parse-commands.ts";
import type { ShellCommand } from "../shell-command.ts";
import { BY_PATH, covers, isWithin } from "./covers.ts";
import { echoedCommands, lastScript } from "./echoed-commands.ts";
import { coversPackages } from "./failed-packages.ts";
import { failedLocations, failedTargets, failedTests, isFailedTask, selectsTests } from "./failed-tests.ts";
import { isCheck } from "./is-check.ts";
import { isRetyped } from "./is-retyped.ts";
import { type FinishedRun, passedRuns } from "./judge-run.ts";
import { memoizeByRun } from "./memoize-by-run.ts";
import { isRetriedWhenReady } from "./retried-when-ready.ts";

export interface FailedRun {
  command: string;
  output: string;
  /** The lines that name what failed, if the output had to be cut. */
  named?: string | undefined;
}

/**
 * Whether a later run resolves a failure: it passed and ran at least what failed, or it failed in the same way and so
 * replaces the failure.
 */
export function resolves(
  { command: later, isPassed }: { command: FailedRun; isPassed: boolean },
  failed: FailedRun,
  root: string | undefined,
): boolean {
  if (later.command.trim() === failed.command.trim()) return isPassed ? !isDry(later, root) : true;
  if (isPassed && isSuccessfulRetry(later, failed)) return true;
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

function isSuccessfulRetry(later: FailedRun, failed: FailedRun): boolean {
  return isRetyped(later, failed) || resolvesConflict(later, failed) || isRetriedWhenReady(later, failed);
}

function isDry({ command }: FailedRun, root: string | undefined): boolean {
  return invocationsOf(parseCommands(command), root).some(({ isDryRun }) => isDryRun);
}

function invocationsOf(commands: readonly ShellCommand[], root: string | undefined): Invocation[] {
  return commands.map((command) => readInvocation(command, root));
}

const NEVER_FAILS =
  /^(?:cd|echo|export|source|\.|set|mkdir|sleep|true|printf|pwd|cat|tail|head|tee|grep|rg|wc|sort)$/;

/** The commands of the line that can have failed, or only its checks, if it has any. */
const failedCandidates = memoizeByRun(findCandidates);
const passedInvocations = memoizeByRun((run: FailedRun, root) => {
  const passed = passedRuns(run);
  return invocationsOf(passed.length > 0 ? [...passed, ...echoedCommands(run)] : [], root);
});

function findCandidates({ command, output }: FailedRun, root: string | undefined): Invocation[] {
  const hasCode = /^Exit code/i.test(output);
  const commands = parseCommands(command).filter(({ words }) => !NEVER_FAILS.test(words[0] ?? ""));
  const failing = commands.filter(({ canFail, determinesSuccess }) =>
    hasCode ? canFail : !determinesSuccess,
  );
  const chosen = failing.length > 0 ? failing : commands;
  const checks = chosen.filter((one) => isCheck(readInvocation(one, root), one.words));
  // A script of one command is that command.
  const echoed = echoedCommands({ command, output });
  const ran = echoed.length === 1 && chosen.length === 1 ? echoed : [];
  const checked = checks.length > 0 ? checks : chosen;
  return invocationsOf([...(hasCode ? endedAt(lastScript(output), checked) : checked), ...ran], root);
}

/** Of `npm run lint && npm test`, whose second script started, only the second one can have failed. */
function endedAt(script: string | undefined, commands: readonly ShellCommand[]): readonly ShellCommand[] {
  const last = commands.filter((one) => readInvocation(one).name === `script ${script}`);
  return last.length > 0 ? last : commands;
}

/** A formatter that ran without `--check` leaves nothing to change. */
function withoutCheck(narrow: Invocation): Invocation {
  return { ...narrow, name: narrow.name.replace(/ --check$/, "") };
}

const TASK = /^(?:script|make|just|task|tox|nox|rake|turbo|nx)\b/;

/** A narrower run that covers everything reported as failed. */
function coversFailed(
  wide: Invocation,
  narrow: Invocation,
  { output: shown, named: lines }: FailedRun,
): boolean {
  const output = lines ?? shown;
  if (coversNamed(wide, narrow, output)) return true;
  if (wide.targets.length === 0 || wide.filters.length > 0) return false;
  if (coversLocations(wide, narrow, output)) return true;
  const named = failedTargets(output);
  if (named.length === 0) return false;
  // If a script or task started a test runner, a run of the runner itself is enough for the named files.
  const name = TASK.test(narrow.name) && BY_PATH.test(wide.name) ? wide.name : narrow.name;
  return covers(wide, { ...narrow, name, targets: named });
}

/** Covers the tasks, packages or tests that the output names. */
function coversNamed(wide: Invocation, narrow: Invocation, output: string): boolean {
  if (isFailedTask(wide, output) || coversPackages(wide, narrow, output)) return true;
  return wide.name === narrow.name && selectsTests(wide, failedTests(output));
}

/** Covers everything that a linter, a compiler or `go test` named. Go packages begin with the name of the module. */
function coversLocations(wide: Invocation, narrow: Invocation, output: string): boolean {
  if (wide.name !== narrow.name || wide.isDryRun || output.includes("…")) return false;
  const locations = failedLocations(narrow.name, output);
  const holds = (location: string, target: string) =>
    isWithin(location, target) || location.endsWith(`/${target}`) || location.includes(`/${target}/`);
  return (
    locations.length > 0 &&
    locations.every((location) => wide.targets.some((target) => holds(location, target)))
  );
}

type Run = Pick<FinishedRun, "command" | "output">;

const MERGING =
  /^git (?:-\S+ (?:[^-\s]\S* )?)*(?:merge|rebase|cherry-pick|revert|pull|am|stash (?:pop|apply))\b(?!.*--(?:abort|continue|skip|quit))/;
const CONTINUES_MERGE =
  /^git (?:-\S+ (?:[^-\s]\S* )?)*(?:commit\b|(?:merge|rebase|cherry-pick|revert|am) --continue)/;

/** Whether a run that passed completed the merge that an earlier run left in conflict. */
export function resolvesConflict(passed: Run, failed: Run): boolean {
  return /\bCONFLICT\b/.test(failed.output) && runs(failed, MERGING) && runs(passed, CONTINUES_MERGE);
}

function runs({ command }: Run, pattern: RegExp): boolean {
  return parseCommands(command).some(({ words }) => pattern.test(words.join(" ")));
}
