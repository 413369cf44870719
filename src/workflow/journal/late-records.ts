import type { WorkflowStep } from "../../kernel/workflow-record.ts";

const LAG_MS = 50;
const MOST = 500;
const MOST_CHARS = 1_000_000;

/** Records that can be made again from something that is on disk already. */
export interface LateRecords {
  /** Written soon, together with those that come until then. Waits only when there are many. */
  add(step: WorkflowStep): Promise<void>;
  /** Resolves when all are written. */
  flush(): Promise<void>;
}

/** Writes in the order in which they come, one batch at a time: a batch that is lost is the end of what there is. */
export function lateRecords(write: (steps: readonly WorkflowStep[]) => Promise<void>): LateRecords {
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
      // The caller of the next step learns why one failed.
      timer ??= setTimeout(() => void flush().catch(() => {}), LAG_MS);
    },
  };
}
