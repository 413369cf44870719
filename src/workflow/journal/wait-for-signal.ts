import type { Time } from "../../kernel/context.ts";
import type { HoldfastError } from "../../kernel/errors.ts";
import type { WorkflowStorage } from "../../kernel/storage/workflow-storage.ts";
import type { WorkflowStep } from "../../kernel/workflow-record.ts";
import { fromJsonText } from "../json-text.ts";

interface Waiting extends Time {
  store: WorkflowStorage;
  fence: number;
  isStopped: () => HoldfastError | undefined;
  record: (step: WorkflowStep, write?: (whole: WorkflowStep) => Promise<boolean>) => Promise<WorkflowStep>;
}

const FIRST_PAUSE = 20;
const LONGEST_PAUSE = 500;

/** Takes the next signal of a name; the time to wait counts from the first process that began to. */
export async function waitForSignal(
  ctx: Waiting,
  step: WorkflowStep,
  { name, timeout }: { name: string; timeout: number | undefined },
): Promise<unknown> {
  const deadline = timeout === undefined ? Number.POSITIVE_INFINITY : step.startedAt + timeout;
  for (let pause = FIRST_PAUSE; ; pause = Math.min(LONGEST_PAUSE, pause * 1.5)) {
    const stopped = ctx.isStopped();
    if (stopped) throw stopped;
    const signal = await ctx.store.findSignal(step.runId, name);
    const ended = { ...step, endedAt: ctx.clock() };
    if (signal) {
      const taken = { ...ended, result: signal.payload };
      await ctx.record(taken, (whole) => ctx.store.takeSignal(signal.id, whole, ctx.fence));
      return fromJsonText(signal.payload);
    }
    if (ctx.clock() >= deadline) {
      await ctx.record(ended);
      return undefined;
    }
    await ctx.sleep(Math.max(1, Math.min(pause, deadline - ctx.clock())));
  }
}
