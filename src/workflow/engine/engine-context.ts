import type { Identity, Time } from "../../kernel/context.ts";
import type { Processes } from "../../kernel/ports/processes.ts";
import type { Redactor } from "../../kernel/ports/redactor.ts";
import type { CheckpointStorage } from "../../kernel/storage/checkpoint-storage.ts";
import type { ProjectStorage } from "../../kernel/storage/project-storage.ts";
import type { WorkflowStorage } from "../../kernel/storage/workflow-storage.ts";
import type { Location } from "../../sessions/locate-directory.ts";
import type { Owner } from "./owner.ts";

export interface StepAttempt {
  runId: string;
  number: number;
  key: string;
  /** From 1 on, over all processes. */
  attempt: number;
}

/** What the engine needs of the outside world. */
export interface EngineContext extends Time, Pick<Identity, "newId"> {
  store: WorkflowStorage & CheckpointStorage & ProjectStorage;
  redactor: Redactor;
  processes: Processes;
  /** Where the work is done, with the commit as it is now. */
  locate: () => Promise<Location & { projectName: string }>;
  /** SHA-256 of a file of the project; null for one that cannot be read. */
  fingerprint: (path: string) => Promise<string | null>;
  self: Owner;
  /** Calls again and again until it is stopped; a sleeping machine is caught up with one call. */
  every: (ms: number, call: () => void) => () => void;
  /** Called before a step is tried, to show the progress of a run. `number` counts steps from 1. */
  onAttempt?: (attempt: StepAttempt) => void;
  /** How long a step may take before a checkpoint is saved beside it, again and again (default: 10 minutes). */
  checkpointInterval?: number;
}
