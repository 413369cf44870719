import type { StepKind } from "../../kernel/workflow-record.ts";
import type { RetryPolicy } from "../retry-policy.ts";
import type { Note } from "../state/note.ts";

/** One call of the program, and its place in the program. */
export interface Call {
  place: string;
  kind: StepKind;
  key: string;
}

export interface Attempt {
  /** Counts from 1, across processes. */
  attempt: number;
  /** Aborted when the step times out. */
  signal: AbortSignal;
}

export interface StepOptions {
  retry?: RetryPolicy;
  /** The time limit of one attempt, in milliseconds. */
  timeout?: number;
  /** The agent that does the work. */
  agent?: string;
  /** The result is secret: it is not stored, so the step runs again when the run is resumed. */
  secret?: boolean;
}

/** The result of a step, and the checkpoint that it made. */
export interface Outcome {
  value: unknown;
  checkpointId?: string;
}

/**
 * The record of a run, on which everything else about workflows is built. A call that was recorded returns its recorded
 * result. Contract: a result is durable before the promise resolves.
 */
export interface Journal {
  step(call: Call, work: (attempt: Attempt) => Promise<Outcome>, options: StepOptions): Promise<unknown>;
  /** Waits until this much time has passed since the call was first made, in any process. */
  sleep(call: Call, ms: number): Promise<void>;
  /** The payload of the next signal of this name; undefined if none comes in time. */
  receive(call: Call, name: string, timeout: number | undefined): Promise<unknown>;
  /** Whether to run the code of a change: false in runs that had passed this place before the change. */
  patched(call: Call): Promise<boolean>;
  /** Runs branches concurrently, each with its own journal, until all have ended. */
  parallel(branches: readonly ((journal: Journal) => Promise<void>)[]): Promise<void>;
  /** Adds a note to the next step that is recorded. */
  note(note: Note): void;
  /** The key that was recorded at a place. */
  recordedKey(place: string): string | undefined;
  /** The number of recorded steps. */
  count(): number;
  /** The number of the record at a place, or the one that it will get. */
  numberAt(place: string): number;
}
