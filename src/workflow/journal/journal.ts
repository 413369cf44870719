import type { StepKind } from "../../kernel/workflow-record.ts";
import type { RetryPolicy } from "../retry-policy.ts";
import type { Note } from "../state/note.ts";

/** One thing that the program asks for, and where. */
export interface Call {
  place: string;
  kind: StepKind;
  key: string;
}

export interface Attempt {
  /** Counts from 1, over all processes. */
  attempt: number;
  /** Aborted when the step's time is over. */
  signal: AbortSignal;
}

export interface StepOptions {
  retry?: RetryPolicy;
  /** Milliseconds that one attempt may take. */
  timeout?: number;
  /** The agent that does it. */
  agent?: string;
  /** The result is a secret: it is not stored, and the step runs again when the run is resumed. */
  secret?: boolean;
}

/** What a step gives, and the checkpoint that it made. */
export interface Outcome {
  value: unknown;
  checkpointId?: string;
}

/**
 * What drives a run: it remembers what was done and waits. Everything else about a workflow is built on this port. A call
 * that was recorded gives what was recorded. Contract: a result is durable before the promise resolves.
 */
export interface Journal {
  step(call: Call, work: (attempt: Attempt) => Promise<Outcome>, options: StepOptions): Promise<unknown>;
  /** Until this much time has passed since the call was first made, in whatever process. */
  sleep(call: Call, ms: number): Promise<void>;
  /** The payload of the next signal of this name; undefined when none came in time. */
  receive(call: Call, name: string, timeout: number | undefined): Promise<unknown>;
  /** Whether code of a change is to run: not in a run that had passed this place before the change. */
  patched(call: Call): Promise<boolean>;
  /** Runs branches concurrently, each with its own journal, until all have ended. */
  parallel(branches: readonly ((journal: Journal) => Promise<void>)[]): Promise<void>;
  /** Kept with the next step that is recorded. */
  note(note: Note): void;
  /** The key that was recorded at a place. */
  recordedKey(place: string): string | undefined;
  /** How many steps were recorded. */
  count(): number;
}
