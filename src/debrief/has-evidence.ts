import { type Invocation, readInvocation } from "../shell/invocations/read-invocation.ts";
import { parseCommands } from "../shell/parse-commands.ts";
import { covers } from "../shell/runs/covers.ts";
import { echoedCommands } from "../shell/runs/echoed-commands.ts";
import { isCheck } from "../shell/runs/is-check.ts";
import { passedRuns } from "../shell/runs/judge-run.ts";
import { memoizeByRun } from "../shell/runs/memoize-by-run.ts";

/** A command line that succeeded, and the beginning of its output. */
export interface Run {
  command: string;
  output: string;
}

/**
 * Whether runs satisfy the evidence of a rule: each of its commands ran with at least the same scope, in one line or in
 * several, regardless of launchers and flags (`CI=1 timeout 60 npx vitest run` is a `vitest`, `npm run test` an `npm
 * test`). Commands that a script ran count if its runner printed them. `root` is the starting directory of the lines.
 */
export function hasEvidence(runs: readonly Run[], evidence: string, root?: string): boolean {
  const wanted = parseCommands(evidence).map((command) => readInvocation(command, root));
  const needed = wanted.filter(({ name }) => name !== "cd");
  const ran = runs.flatMap((run) => invocationsOf(run, root));
  return needed.length > 0 && needed.every((invocation) => ran.some((other) => covers(other, invocation)));
}

/** Cached, since a project can have a hundred rules. */
const invocationsOf = memoizeByRun((run: Run, root): Invocation[] => {
  const passed = passedRuns(run);
  const echoed = passed.length > 0 ? echoedCommands(run) : [];
  return [...passed, ...echoed].map((command) => readInvocation(command, root));
});

/** Whether a run contains anything that looks like a check. */
export function runsCheck(run: Run): boolean {
  return passedRuns(run).some((command) => isCheck(readInvocation(command), command.words));
}
