import type { HoldfastError } from "../../kernel/errors.ts";
import type { WorkflowRun, WorkflowSignal } from "../../kernel/workflow-record.ts";
import type { AnyWorkflow } from "../definition.ts";

/** A run that this process drives, or follows. */
export interface Drive {
  result: Promise<unknown>;
  /** Makes whatever the program asks for next fail. */
  stop: (error: HoldfastError) => void;
}

/**
 * What brings runs to their end: it decides who is at work on a run, and continues it after a crash. What runs are, what
 * they have recorded and how they are listed is the same with every driver.
 */
export interface Driver {
  /** What a run's record says about its owner while no process works on it. */
  readonly idle: Pick<WorkflowRun, "owner" | "leaseUntil">;
  /** Whether the run belongs to this driver: another one must leave it alone. */
  owns(run: WorkflowRun): boolean;
  isDriven(run: WorkflowRun): boolean;
  /** Whether the driver continues a run of a dead process automatically, without a decision by a person. */
  goesOn(run: WorkflowRun): boolean;
  /** Registers a type. A driver may reject one that it did not know when it was opened. */
  register(definition: AnyWorkflow): void;
  /** Begins a run, or continues it; throws `conflict` when another one has it, or it is not running. */
  drive(run: WorkflowRun, definition: AnyWorkflow): Promise<Drive>;
  /** False when it was sent before. The signal is durable then. */
  send(signal: WorkflowSignal): Promise<boolean>;
  /** Stops the process that works on the run, before the record says that it was cancelled. */
  cancel(run: WorkflowRun): Promise<void>;
  /** Stops driving; runs stay as they are. */
  close(): Promise<void>;
}
