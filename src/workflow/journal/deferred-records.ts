import type { WorkflowStep } from "../../kernel/workflow-record.ts";

const LAG_MS = 50;
const MOST = 500;
const MOST_CHARS = 1_000_000;

/** Writes records in batches, because they can be recreated from data that is already durable. */
export interface DeferredRecords {
  /** Writes the step soon, together with others that follow. Waits only if many are pending. */
  add(step: WorkflowStep): Promise<void>;
  /** Resolves when all steps are written. */
  flush(): Promise<void>;
}

/** Writes steps in order, one batch at a time, so that after a lost batch nothing later has been written. */
export function createDeferredRecords(
  write: (steps: readonly WorkflowStep[]) => Promise<void>,
): DeferredRecords {
  let waiting: WorkflowStep[] = [];
  let chars = 0;
  let timer: NodeJS.Timeout | undefined;
  let written: Promise<void> = Promise.resolve();
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    const steps = waiting;
    waiting = [];
    chars = 0;
    if (steps.length > 0) written = written.then(() => write(steps));
    return written;
  };
  return {
    flush,
    async add(step) {
      waiting.push(step);
      chars += (step.result?.length ?? 0) + (step.notes?.length ?? 0);
      if (waiting.length >= MOST || chars >= MOST_CHARS) return await flush();
      // The next step reports the failure.
      timer ??= setTimeout(() => void flush().catch(() => {}), LAG_MS);
    },
  };
}
