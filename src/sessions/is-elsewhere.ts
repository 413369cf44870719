import type { Processes } from "../kernel/ports/processes.ts";
import type { SessionSummary } from "../kernel/record.ts";

/** Whether a session ran last on another one of the machines that share the database. */
export function isElsewhere(
  { host }: Pick<SessionSummary, "host">,
  processes: Pick<Processes, "host">,
): boolean {
  const here = processes.host?.() ?? null;
  return here !== null && host !== null && host !== here;
}
