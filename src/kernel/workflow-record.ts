/** `parked`: it failed too often without progress and waits for a person. The last three have ended, but `failed` can be retried. */
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
  /** Of the program that recorded the last steps. */
  codeVersion: string | null;
  /** How often a process began or took over this run since it was started or retried. */
  attempts: number;
  /** Who drives it, as JSON (`workflow/engine/owner.ts`); null for no one. */
  owner: string | null;
  /** Grows with every change of the driver: late writes of an earlier one are rejected. */
  fence: number;
  /** Until when a driver on another machine counts as alive. */
  leaseUntil: number | null;
  /** The module that defines the workflow, where the command line started it. */
  module: string | null;
  projectId: string;
  worktree: string;
  /** The run whose first `forkedAt` records this one shares. */
  forkedFrom: string | null;
  forkedAt: number | null;
  createdAt: number;
  updatedAt: number;
}

export const STEP_KINDS = ["step", "sleep", "signal", "phase", "checkpoint", "patch"] as const;
export type StepKind = (typeof STEP_KINDS)[number];

/** What a run has done, one record for each step, in the order in which they ended. */
export interface WorkflowStep {
  runId: string;
  /** Where the program asked for it: `3`, or `2/1` for the first inside the second. */
  place: string;
  number: number;
  kind: StepKind;
  key: string;
  /** JSON; null for no result. */
  result: string | null;
  /** JSON of `RecordedError`. */
  error: string | null;
  attempts: number;
  /** What the program noted for its state since the record before, as JSON; null for nothing. */
  notes: string | null;
  checkpointId: string | null;
  startedAt: number;
  /** Null after an attempt that failed and will be repeated. */
  endedAt: number | null;
}

/** A message to a run, taken by one `waitFor`. */
export interface WorkflowSignal {
  /** Given by the sender, or new: a second one with the same id is the same signal. */
  id: string;
  runId: string;
  name: string;
  /** JSON; null for none. */
  payload: string | null;
  sentAt: number;
  /** The place of the step that took it. */
  takenBy: string | null;
}
