import * as z from "zod";
import type { Clock } from "../../kernel/clock.ts";
import type { Processes } from "../../kernel/ports/processes.ts";
import type { WorkflowRun } from "../../kernel/workflow-record.ts";
import { tryParseJson } from "../../text/json-text.ts";

/** Who drives a run. A process is known by its number and its start: numbers are used again. */
const Owner = z.object({
  host: z.string(),
  pid: z.number(),
  startTime: z.string(),
  /** Of the one in this process: a process may have several. */
  engine: z.string(),
});
export type Owner = z.infer<typeof Owner>;

/** The owner of every run that DBOS drives: DBOS knows which process is at work on it. */
export const DBOS_OWNER: Owner = { host: "DBOS", pid: 0, startTime: "", engine: "dbos" };

/** Its lease, unless DBOS was kept from continuing the run. */
export const DBOS_GOES_ON = Number.MAX_SAFE_INTEGER;

export function isOfDbos({ owner }: Pick<WorkflowRun, "owner">): boolean {
  return parseOwner(owner)?.engine === DBOS_OWNER.engine;
}

export function parseOwner(text: string | null): Owner | undefined {
  return text === null ? undefined : Owner.safeParse(tryParseJson(text)).data;
}

/** Whether someone drives the run. One on this machine is asked for; one elsewhere has to renew its lease. */
export function isDriven(
  { owner: text, leaseUntil }: WorkflowRun,
  { host, processes, clock }: { host: string; processes: Processes; clock: Clock },
): boolean {
  const owner = parseOwner(text);
  if (!owner) return false;
  if (owner.host === host) return processes.startTime(owner.pid) === owner.startTime;
  return leaseUntil !== null && leaseUntil > clock();
}
