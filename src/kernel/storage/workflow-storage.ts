import type { RunStatus, WorkflowRun, WorkflowSignal, WorkflowStep } from "../workflow-record.ts";

export interface RunFilter {
  projectId?: string;
  type?: string;
  status?: RunStatus;
  forkedFrom?: string;
  updatedBefore?: number;
  /** Continue after this one (newest first). */
  after?: Pick<WorkflowRun, "createdAt" | "id">;
  limit: number;
}

/** Identifies the driver: its writes count while the run has this fence. */
export interface Fenced {
  runId: string;
  fence: number;
}

/** Durable executions: runs, what they have recorded, and the signals sent to them. */
export interface WorkflowStorage {
  /** False when there is a run with this id. */
  createRun(run: WorkflowRun): Promise<boolean>;
  getRun(id: string): Promise<WorkflowRun | undefined>;
  /** Up to `limit` ids that begin with the prefix. */
  findRunIds(prefix: string, limit: number): Promise<string[]>;
  listRuns(filter: RunFilter): Promise<WorkflowRun[]>;
  /**
   * Changes a run that still has this fence; false when another driver has it. With `unflushed` all processes see the change
   * at once, but a power failure may undo it until something else is committed.
   */
  changeRun(
    driver: Fenced,
    change: Partial<Omit<WorkflowRun, "id">>,
    options?: { unflushed?: boolean },
  ): Promise<boolean>;
  /**
   * Records a step of a run that still has this fence and is running, or replaces the record of its place; false, and nothing
   * is written, otherwise. With `unflushed` a server need not wait for its disk: the next commit there makes the record durable.
   */
  recordStep(step: WorkflowStep, fence: number, options?: { unflushed?: boolean }): Promise<boolean>;
  /** The same for several of one run, all or none. A server does not wait for its disk. */
  recordSteps(steps: readonly WorkflowStep[], fence: number): Promise<boolean>;
  /** In the order in which they were recorded. */
  listSteps(runId: string): Promise<WorkflowStep[]>;
  /** Forgets the records that ended with an error, so that these steps run again. */
  forgetFailedSteps(driver: Fenced): Promise<number>;
  /** False when a signal with this id was sent before. */
  sendSignal(signal: WorkflowSignal): Promise<boolean>;
  /** The oldest signal of this name that was not taken. */
  findSignal(runId: string, name: string): Promise<WorkflowSignal | undefined>;
  /** Marks the signal taken and records the step that took it, both or neither. */
  takeSignal(signalId: string, step: WorkflowStep, fence: number): Promise<boolean>;
  /** Deletes runs that no fork needs, with their records and signals; returns how many. */
  deleteRuns(ids: readonly string[]): Promise<number>;
}
