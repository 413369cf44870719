import type { Capture } from "../kernel/capture.ts";
import { isFailedLookup } from "../shell/runs/is-failed-lookup.ts";
import { judgeRun, type Verdict } from "../shell/runs/judge-run.ts";
import { memoizeByRun } from "../shell/runs/memoize-by-run.ts";
import { type FailedRun, resolves } from "../shell/runs/resolves.ts";

/**
 * Finds the failures that the next session has to deal with. When agents look for something in the wrong place, the
 * command fails and they continue elsewhere, so such a failure counts only in the latest turn.
 */
export function openFailures(capture: Capture): Capture["commands"] {
  const latest = capture.prompts.at(-1)?.at ?? 0;
  return unresolvedFailures(capture).filter((run) => run.at >= latest || !isFailedLookup(run));
}

type Command = Capture["commands"][number];

/**
 * Finds the commands that were running when the agent was killed: the newest ones, started in the latest turn, of which
 * no outcome is known. If the agent said anything since, they had ended.
 */
export function unfinishedCommands({
  commands,
  prompts,
  lastAnswerAt,
}: Pick<Capture, "commands" | "prompts" | "lastAnswerAt">): Command[] {
  const since = Math.max(prompts.at(-1)?.at ?? 0, lastAnswerAt ?? 0);
  const ended = commands.findLastIndex(({ ok }) => ok !== null);
  return commands.slice(ended + 1).filter(({ at, command }) => at >= since && !OWN_COMMAND.test(command));
}

/** A command of Holdfast alone. Its failure is none of the work. */
const OWN_COMMAND = /^\s*(?:npx\s+(?:-\S+\s+)*)?(?:[^\s;&|]*\/)?holdfast(?:\s[^;&|\n]*)?$/;

/**
 * Finds commands that failed and have not succeeded since, neither alone nor as part of a larger run. If a command
 * failed several times, only the last failure is returned. `root` is the directory in which the commands start, if it
 * is known.
 */
export function unresolvedFailures({ commands }: Pick<Capture, "commands">, root?: string): Command[] {
  const ended = commands.filter(({ ok, command }) => ok !== null && !OWN_COMMAND.test(command));
  const open = ended.filter(
    (command, i) => isFailure(command) && !isResolved(command, ended.slice(i + 1), root),
  );
  return open.filter((command, i) => !repeatsInVain(command, open.slice(0, i), root));
}

const verdictOf = memoizeByRun(({ ok, command, output }: Command) =>
  ok === false ? judgeRun({ command, ok, output }) : "passed",
);

function isFailure(run: Command): boolean {
  const verdict = verdictOf(run, undefined);
  return verdict === "failed" || verdict === "interrupted";
}

/** A later failure of the same command replaces the earlier one. What did not run, or was stopped, replaces nothing. */
function isResolved(failed: FailedRun, later: readonly Command[], root: string | undefined): boolean {
  return later.some((command) => {
    const verdict = verdictOf(command, undefined);
    const isPassed = verdict !== "failed";
    return !UNDECIDED.has(verdict) && resolves({ command, isPassed }, failed, root);
  });
}

const UNDECIDED: ReadonlySet<Verdict> = new Set(["refused", "interrupted"] as const);

/** A run that the user stopped says less than the failure that it was meant to settle. */
function repeatsInVain(run: Command, earlier: readonly Command[], root: string | undefined): boolean {
  if (verdictOf(run, undefined) !== "interrupted") return false;
  return earlier.some((failed) => resolves({ command: run, isPassed: false }, failed, root));
}
