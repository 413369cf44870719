import { HoldfastError } from "../../kernel/errors.ts";
import type { WorkflowRun } from "../../kernel/workflow-record.ts";
import type { AnyWorkflow } from "../definition.ts";
import type { EngineContext } from "./engine-context.ts";
import { isDriven, parseOwner } from "./owner.ts";

/** A driver on another machine counts as dead if it has not renewed its lease for this long. */
export const LEASE_MS = 30_000;

/** Makes this engine the driver of a run, or throws `conflict`. If two try at once, only one succeeds. */
export async function claimRun(
  ctx: EngineContext,
  run: WorkflowRun,
  { maxAttempts, version }: Pick<AnyWorkflow, "maxAttempts" | "version">,
): Promise<WorkflowRun> {
  const { store, clock, self, newId } = ctx;
  if (run.status !== "running") throw notRunning(run);
  if (isDriven(run, { ...ctx, host: self.host })) throw inUse(run);
  const driver = { runId: run.id, fence: run.fence };
  if (run.attempts >= maxAttempts) {
    await store.changeRun(driver, { status: "parked", fence: run.fence + 1, updatedAt: clock() });
    throw notRunning({ ...run, status: "parked" });
  }
  const change = {
    fence: run.fence + 1,
    owner: JSON.stringify({ ...self, claim: newId("wf") }),
    leaseUntil: clock() + LEASE_MS,
    attempts: run.attempts + 1,
    codeVersion: version,
    updatedAt: clock(),
  };
  // The owner only matters to live processes, and a power failure leaves none. The first step flushes this change.
  if (await store.changeRun(driver, change, { unflushed: true })) return { ...run, ...change };
  const current = (await store.getRun(run.id)) ?? run;
  if (current.owner === change.owner) return current;
  throw inUse(current);
}

function inUse({ id, owner }: WorkflowRun): HoldfastError {
  const { host, pid } = parseOwner(owner) ?? { host: "another machine", pid: 0 };
  return new HoldfastError("conflict", `${id} is driven by process ${pid} on ${host}.`, {
    next: "Wait until that process has ended, or end it; then resume the run.",
    details: { host, pid },
  });
}

export function notRunning({ id, status, attempts }: WorkflowRun): HoldfastError {
  const why = status === "parked" ? ` after ${attempts} attempts` : "";
  return new HoldfastError("conflict", `${id} is ${status}${why}.`, {
    next:
      status === "completed"
        ? "Start a run with another id."
        : `Run \`holdfast workflow retry ${id}\` to try again with a new budget.`,
    details: { status },
  });
}
