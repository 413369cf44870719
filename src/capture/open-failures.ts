import type { Capture } from "../kernel/capture.ts";
import { isFailedLookup } from "../shell/runs/is-failed-lookup.ts";
import { judgeRun } from "../shell/runs/judge-run.ts";
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
 * Finds commands that failed and have not succeeded since, neither alone nor as part of a larger run. If a command
 * failed several times, only the last failure is returned. `root` is the directory in which the commands start, if it
 * is known.
 */
export function unresolvedFailures({ commands }: Pick<Capture, "commands">, root?: string): Command[] {
  const ended = commands.filter(({ ok }) => ok !== null);
  return ended.filter((command, i) => isFailure(command) && !isResolved(command, ended.slice(i + 1), root));
}

const verdictOf = memoizeByRun(({ ok, command, output }: Command) =>
  ok === false ? judgeRun({ command, ok, output }) : "passed",
);

function isFailure(run: Command): boolean {
  return verdictOf(run, undefined) === "failed";
}

/** A later failure of the same command replaces the earlier one. */
function isResolved(failed: FailedRun, later: readonly Command[], root: string | undefined): boolean {
  return later.some((command) => {
    const verdict = verdictOf(command, undefined);
    const isPassed = verdict !== "failed";
    return verdict !== "refused" && resolves({ command, isPassed }, failed, root);
  });
}
