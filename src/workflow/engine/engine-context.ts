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
  /** Counts from 1, across processes. */
  attempt: number;
}

/** What the engine needs from its environment. */
export interface EngineContext extends Time, Pick<Identity, "newId"> {
  store: WorkflowStorage & CheckpointStorage & ProjectStorage;
  redactor: Redactor;
  processes: Processes;
  /** The location of the work, with its current commit. */
  locate: () => Promise<Location & { projectName: string }>;
  /** The SHA-256 of a file of the project; null if it cannot be read. */
  fingerprint: (path: string) => Promise<string | null>;
  self: Owner;
  /** Calls repeatedly until stopped. After the machine slept, there is one call to catch up. */
  every: (ms: number, call: () => void) => () => void;
  /** Called before each attempt at a step, to show the progress of a run. `number` counts steps from 1. */
  onAttempt?: (attempt: StepAttempt) => void;
  /** The interval of the checkpoints that are saved during a long step, in milliseconds (default: 10 minutes). */
  checkpointInterval?: number;
}
