import * as z from "zod";
import type { Clock } from "../../kernel/clock.ts";
import type { Processes } from "../../kernel/ports/processes.ts";
import type { WorkflowRun } from "../../kernel/workflow-record.ts";
import { tryParseJson } from "../../text/json-text.ts";

/** Who drives a run. A process is identified by its id and start time, because ids are reused. */
const Owner = z.object({
  host: z.string(),
  pid: z.number(),
  startTime: z.string(),
  /** The engine within the process, which may have several. */
  engine: z.string(),
  /** Distinguishes the claims of one engine: a claim whose answer was lost finds out that it succeeded. */
  claim: z.string().optional(),
});
export type Owner = z.infer<typeof Owner>;

/** The owner of every run that DBOS drives: only DBOS knows which process works on it. */
export const DBOS_OWNER: Owner = { host: "DBOS", pid: 0, startTime: "", engine: "dbos" };

/** The lease of a run that DBOS continues by itself; a suspended run has none. */
export const DBOS_CONTINUES = Number.MAX_SAFE_INTEGER;

export function isOwnedByDbos({ owner }: Pick<WorkflowRun, "owner">): boolean {
  return parseOwner(owner)?.engine === DBOS_OWNER.engine;
}

export function parseOwner(text: string | null): Owner | undefined {
  return text === null ? undefined : Owner.safeParse(tryParseJson(text)).data;
}

/** Whether a process drives the run. On this machine, the process must exist; elsewhere, its lease must be current. */
export function isDriven(
  { owner: text, leaseUntil }: WorkflowRun,
  { host, processes, clock }: { host: string; processes: Processes; clock: Clock },
): boolean {
  const owner = parseOwner(text);
  if (!owner) return false;
  if (owner.host === host) return processes.startTime(owner.pid) === owner.startTime;
  return leaseUntil !== null && leaseUntil > clock();
}
