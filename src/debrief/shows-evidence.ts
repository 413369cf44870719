import { readInvocation } from "../shell/invocations/read-invocation.ts";
import { parseCommands } from "../shell/parse-commands.ts";
import { covers } from "../shell/runs/covers.ts";
import { echoedCommands } from "../shell/runs/echoed-commands.ts";
import { isCheck } from "../shell/runs/is-check.ts";
import { passedRuns } from "../shell/runs/judge-run.ts";

/** A shell line that succeeded, and the beginning of its output. */
export interface Run {
  command: string;
  output: string;
}

/**
 * Whether a run counts as the evidence of a rule: the same command with at least the same scope, regardless of
 * launchers and flags (`CI=1 timeout 60 npx vitest run` is a `vitest`, `npm run test` an `npm test`), also where a script
 * ran it and its runner printed it. `root` is the starting directory of the lines.
 */
export function showsEvidence(run: Run, evidence: string, root?: string): boolean {
  const wanted = parseCommands(evidence).map((command) => readInvocation(command, root));
  const passed = passedRuns(run);
  const echoed = passed.length > 0 ? echoedCommands(run) : [];
  const ran = [...passed, ...echoed].map((command) => readInvocation(command, root));
  const needed = wanted.filter(({ name }) => name !== "cd");
  return needed.length > 0 && needed.every((invocation) => ran.some((other) => covers(other, invocation)));
}

/** Whether a run contains anything that looks like a check. */
export function runsCheck(run: Run): boolean {
  return passedRuns(run).some((command) => isCheck(readInvocation(command), command.words));
}
