import type { HoldfastError } from "../../kernel/errors.ts";
import type { WorkflowRun, WorkflowSignal } from "../../kernel/workflow-record.ts";
import type { AnyWorkflow } from "../definition.ts";

/** A run that this process drives or follows. */
export interface Drive {
  result: Promise<unknown>;
  /** Makes the next call of the program fail. */
  stop: (error: HoldfastError) => void;
}

/**
 * Executes runs: decides which process works on a run, and continues it after a crash. Runs, their records and their
 * lists are the same with every driver.
 */
export interface Driver {
  /** The owner and lease of a run while no process works on it. */
  readonly idle: Pick<WorkflowRun, "owner" | "leaseUntil">;
  /** Whether the run belongs to this driver. No other driver may touch it. */
  owns(run: WorkflowRun): boolean;
  isDriven(run: WorkflowRun): boolean;
  /** Whether the driver continues a run of a dead process automatically, without a decision by a person. */
  continuesAutomatically(run: WorkflowRun): boolean;
  /** Registers a type. A driver may reject one that it did not know when it was opened. */
  register(definition: AnyWorkflow): void;
  /** Begins or continues a run. Throws `conflict` if another driver has it or if it is not running. */
  drive(run: WorkflowRun, definition: AnyWorkflow): Promise<Drive>;
  /** Returns false if the signal was sent before. The signal is durable when the promise resolves. */
  send(signal: WorkflowSignal): Promise<boolean>;
  /** Stops the process that works on the run, before the record says that it was cancelled. */
  cancel(run: WorkflowRun): Promise<void>;
  /** Stops driving; runs stay as they are. */
  close(): Promise<void>;
}
