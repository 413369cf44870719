import type { Time } from "../../kernel/context.ts";
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
