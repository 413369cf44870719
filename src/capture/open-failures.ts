import type { Capture } from "../kernel/capture.ts";
import { isFailedLookup } from "../shell/runs/is-failed-lookup.ts";
import { judgeRun } from "../shell/runs/judge-run.ts";
import { memoizeByRun } from "../shell/runs/memoize-by-run.ts";
import { type FailedRun, resolves } from "../shell/runs/resolves.ts";

/**
 * The failures that the next session has to deal with. Agents look for things where they are not and continue elsewhere: such a failure
 * counts only while it is of the latest turn.
 */
export function openFailures(capture: Capture): Capture["commands"] {
  const latest = capture.prompts.at(-1)?.at ?? 0;
  return unresolvedFailures(capture).filter((run) => run.at >= latest || !isFailedLookup(run));
}

type Command = Capture["commands"][number];

/**
 * Commands that failed and did not succeed since: neither as they were nor as part of a wider run. Of a command that failed
 * several times, the last. `root` is the directory that the commands start in, if it is known.
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

/** Another failure of the same command takes its place. */
function isResolved(failed: FailedRun, later: readonly Command[], root: string | undefined): boolean {
  return later.some((command) => {
    const isPassed = /^(?:passed|answered)$/.test(verdictOf(command, undefined));
    return (isPassed || isFailure(command)) && resolves({ command, isPassed }, failed, root);
  });
}
