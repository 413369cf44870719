import type { Time } from "../../kernel/context.ts";
import type { WorkflowStorage } from "../../kernel/storage/workflow-storage.ts";
import type { WorkflowStep } from "../../kernel/workflow-record.ts";

interface PollContext extends Time {
  store: WorkflowStorage;
  fence: number;
  record: (step: WorkflowStep, write?: (whole: WorkflowStep) => Promise<boolean>) => Promise<WorkflowStep>;
}

/** The payload of a signal as JSON, null if none came in time, or the milliseconds left to wait. */
export type SignalPoll = { payload: string | null } | { left: number };

/**
 * Takes the next signal of a name. The timeout counts from when the first process began to wait. If the clock was set
 * back, at most `most` milliseconds are left.
 */
export async function pollSignal(
  ctx: PollContext,
  step: WorkflowStep,
  { name, timeout, most }: { name: string; timeout: number | undefined; most: number },
): Promise<SignalPoll> {
  const signal = await ctx.store.findSignal(step.runId, name);
  const ended = { ...step, endedAt: ctx.clock() };
  if (signal) {
    const taken = { ...ended, result: signal.payload };
    await ctx.record(taken, (whole) => ctx.store.takeSignal(signal.id, whole, ctx.fence));
    return { payload: signal.payload };
  }
  const left = timeout === undefined ? most : Math.min(most, step.startedAt + timeout - ctx.clock());
  if (left > 0) return { left };
  await ctx.record(ended);
  return { payload: null };
}
