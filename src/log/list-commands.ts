import type { Capture } from "../kernel/capture.ts";
import { judgeRun } from "../shell/runs/judge-run.ts";
import { bounded, oneLine } from "../text/bounded.ts";
import type { LogCommand } from "./log-types.ts";

const MAX_COMMAND = 300;

/** The commands with their outcome, in the order of their last run. Equal lines with the same outcome are one entry. */
export function listCommands(commands: Capture["commands"]): LogCommand[] {
  const listed = new Map<string, LogCommand>();
  for (const run of commands) {
    const command = bounded(oneLine(run.command), MAX_COMMAND);
    const outcome = outcomeOf(run);
    const key = `${outcome} ${command}`;
    const count = (listed.get(key)?.count ?? 0) + 1;
    listed.delete(key);
    listed.set(key, { command, outcome, count, at: new Date(run.at).toISOString() });
  }
  return [...listed.values()];
}

/** A nonzero exit code that merely answers, such as that of a search without a match, is no failure. */
function outcomeOf({ command, ok, output }: Capture["commands"][number]): LogCommand["outcome"] {
  if (ok !== false) return ok === null ? "unknown" : "ok";
  const verdict = judgeRun({ command, ok, output });
  if (verdict === "refused" || verdict === "interrupted") return "unknown";
  return verdict === "failed" ? "failed" : "ok";
}
