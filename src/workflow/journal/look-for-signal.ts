import type { Time } from "../../kernel/context.ts";
import type { WorkflowStorage } from "../../kernel/storage/workflow-storage.ts";
import type { WorkflowStep } from "../../kernel/workflow-record.ts";

interface Looking extends Time {
  store: WorkflowStorage;
  fence: number;
  record: (step: WorkflowStep, write?: (whole: WorkflowStep) => Promise<boolean>) => Promise<WorkflowStep>;
}

/** The payload of a signal, as JSON, or null when none came in time; until then the milliseconds that are left. */
export type Looked = { payload: string | null } | { left: number };

/** Takes the next signal of a name; the time to wait counts from the first process that began to. */
export async function lookForSignal(
  ctx: Looking,
  step: WorkflowStep,
  { name, timeout }: { name: string; timeout: number | undefined },
): Promise<Looked> {
  const signal = await ctx.store.findSignal(step.runId, name);
  const ended = { ...step, endedAt: ctx.clock() };
  if (signal) {
    const taken = { ...ended, result: signal.payload };
    await ctx.record(taken, (whole) => ctx.store.takeSignal(signal.id, whole, ctx.fence));
    return { payload: signal.payload };
  }
  const left = timeout === undefined ? Number.MAX_SAFE_INTEGER : step.startedAt + timeout - ctx.clock();
  if (left > 0) return { left };
  await ctx.record(ended);
  return { payload: null };
}
