/**
 * `parked`: it failed too often without progress and waits for a person. The last three are final, but `failed` can be
 * retried.
 */
export const RUN_STATUSES = ["running", "parked", "completed", "failed", "cancelled"] as const;
export type RunStatus = (typeof RUN_STATUSES)[number];

/** One durable execution of a workflow. */
export interface WorkflowRun {
  id: string;
  type: string;
  status: RunStatus;
  /** JSON; null for none. */
  input: string | null;
  output: string | null;
  /** JSON of `RecordedError`. */
  error: string | null;
  /** The version of the program that recorded the last steps. */
  codeVersion: string | null;
  /** How often a process has started or taken over this run since it was created or retried. */
  attempts: number;
  /** The process that drives it, as JSON (`workflow/engine/owner.ts`); null if there is none. */
  owner: string | null;
  /** Increases with every change of the driver, so that late writes of an earlier driver are rejected. */
  fence: number;
  /** Until when a driver on another machine is considered alive. */
  leaseUntil: number | null;
  /** The module that defines the workflow, if it was started from the command line. */
  module: string | null;
  projectId: string;
  worktree: string;
  /** The run that this one was forked from. The first `forkedAt` records are shared. */
  forkedFrom: string | null;
  forkedAt: number | null;
  createdAt: number;
  updatedAt: number;
}

export const STEP_KINDS = ["step", "sleep", "signal", "phase", "checkpoint", "patch"] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** The record of one step of a run. Steps are ordered by the time at which they ended. */
export interface WorkflowStep {
  runId: string;
  /** The position of the step in the program: `3`, or `2/1` for the first step inside the second. */
  place: string;
  number: number;
  kind: StepKind;
  key: string;
  /** JSON; null for no result. */
  result: string | null;
  /** JSON of `RecordedError`. */
  error: string | null;
  attempts: number;
  /** What the program noted for its state since the previous record, as JSON; null if nothing. */
  notes: string | null;
  checkpointId: string | null;
  startedAt: number;
  /** Null after a failed attempt that will be retried. */
  endedAt: number | null;
}

/** A message to a run, taken by one `waitFor`. */
export interface WorkflowSignal {
  /** Chosen by the sender or generated. A second signal with the same id is a duplicate. */
  id: string;
  runId: string;
  name: string;
  /** JSON; null for none. */
  payload: string | null;
  sentAt: number;
  /** The place of the step that took it. */
  takenBy: string | null;
}
