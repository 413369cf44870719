import type { Time } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Redactor } from "../../kernel/ports/redactor.ts";
import type { WorkflowStorage } from "../../kernel/storage/workflow-storage.ts";
import type { WorkflowStep } from "../../kernel/workflow-record.ts";

export interface JournalContext extends Time {
  store: WorkflowStorage;
  redactor: Redactor;
}

export interface DrivenRun {
  runId: string;
  fence: number;
  /** The records of the run, those of its ancestors first. */
  recorded: readonly WorkflowStep[];
  /** Results are already durable on the same server by other means, so their records may be written later. */
  deferred?: boolean;
}

/** The error of a process whose run another process has, or which was canceled. */
export function lostRun(runId: string): HoldfastError {
  return new HoldfastError(
    "conflict",
    `${runId} was canceled or taken over by another process. Results of this process are no longer saved.`,
    { next: `Run \`holdfast workflow show ${runId}\` to see which process runs it.` },
  );
}
