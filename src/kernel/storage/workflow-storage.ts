import type { RunStatus, WorkflowRun, WorkflowSignal, WorkflowStep } from "../workflow-record.ts";

export interface RunFilter {
  projectId?: string;
  type?: string;
  status?: RunStatus;
  forkedFrom?: string;
  updatedBefore?: number;
  /** Continues after this run (newest first). */
  after?: Pick<WorkflowRun, "createdAt" | "id">;
  limit: number;
}

/** A fencing token: a driver's writes are accepted only while the run has this fence. */
export interface RunFence {
  runId: string;
  fence: number;
}

/** Durable executions: runs, their recorded steps, and the signals sent to them. */
export interface WorkflowStorage {
  /** Returns false if a run with this id exists. */
  createRun(run: WorkflowRun): Promise<boolean>;
  getRun(id: string): Promise<WorkflowRun | undefined>;
  /** Up to `limit` ids that begin with the prefix. */
  findRunIds(prefix: string, limit: number): Promise<string[]>;
  listRuns(filter: RunFilter): Promise<WorkflowRun[]>;
  /**
   * Changes a run. Returns false if another driver has taken it over. With `unflushed`, all processes see the change
   * immediately, but a power failure may undo it until the next commit.
   */
  changeRun(
    driver: RunFence,
    change: Partial<Omit<WorkflowRun, "id">>,
    options?: { unflushed?: boolean },
  ): Promise<boolean>;
  /**
   * Records a step, replacing an earlier record of the same place. Returns false and writes nothing if the run has
   * another fence or is not running. With `unflushed`, a server need not wait for its disk: the next commit makes the
   * record durable.
   */
  recordStep(step: WorkflowStep, fence: number, options?: { unflushed?: boolean }): Promise<boolean>;
  /** Records several steps of one run, all or none. A server does not wait for its disk. */
  recordSteps(steps: readonly WorkflowStep[], fence: number): Promise<boolean>;
  /** In the order in which they were recorded. */
  listSteps(runId: string): Promise<WorkflowStep[]>;
  /** Deletes the records of steps, so that these steps run again. */
  forgetSteps(driver: RunFence, places: readonly string[]): Promise<number>;
  /**
   * Returns false if a signal with this id was sent before. Signals that are sent one after the other keep their order:
   * if necessary, `sentAt` becomes later than that of the previous one.
   */
  sendSignal(signal: WorkflowSignal): Promise<boolean>;
  /** The oldest signal of this name that was not taken yet. */
  findSignal(runId: string, name: string): Promise<WorkflowSignal | undefined>;
  /**
   * Marks the signal as taken and records the step that took it, atomically. Throws `conflict` if another step has taken
   * it.
   */
  takeSignal(signalId: string, step: WorkflowStep, fence: number): Promise<boolean>;
  /** Deletes runs, with their records and signals, unless a fork needs them. Returns how many. */
  deleteRuns(ids: readonly string[]): Promise<number>;
}
