import type { Attempt, StepOptions } from "./journal/journal.ts";
import type { GateOutcome, RunContext, TodoStatus } from "./state/note.ts";

/**
 * What a workflow can do. Steps are recorded by their order and key: a resumed run makes the same calls, and those that
 * are done return their recorded results.
 */
export interface WorkflowScope {
  /** The run's id. */
  readonly id: string;
  /** Does something once and records the result, which must be JSON. After a crash in the middle, it is done again. */
  step<T>(key: string, work: (attempt: Attempt) => Promise<T> | T, options?: StepOptions): Promise<T>;
  /** A named part of the work. A checkpoint is saved at its end and kept forever. */
  phase<T>(name: string, work: () => Promise<T> | T): Promise<T>;
  /** Hands over to another agent. Saves a checkpoint before, and one after `work`, which the other agent does. */
  handoff<T = void>(from: string, to: string, options?: HandoffOptions<T>): Promise<T>;
  /** A step that may destroy something: a checkpoint is saved before it. */
  risky<T>(what: string, work: (attempt: Attempt) => Promise<T> | T, options?: StepOptions): Promise<T>;
  /** Saves a checkpoint now and returns its id. A named checkpoint is kept forever. */
  checkpoint(name?: string): Promise<string>;
  decide(decision: string, rationale?: string): void;
  /** Sets the status of a todo, which is identified by its content. */
  todo(content: string, status?: TodoStatus): void;
  touched(...paths: string[]): void;
  /** The result of an agent's work, in a few sentences. */
  output(agent: string, summary: string): void;
  /** Links an episode of a memory store. */
  episode(id: string): void;
  /** The paths of the requirements. Their contents are compared when the run is resumed. */
  context(context: RunContext): void;
  /** The status of a gate, such as tests or a review. */
  gate(gate: string, outcome: GateOutcome): void;
  /** Waits for some time, even across restarts. */
  sleep(ms: number): Promise<void>;
  /** The payload of the next signal with this name; undefined if none comes in time. */
  waitFor<T = unknown>(name: string, options?: { timeout?: number }): Promise<T | undefined>;
  /** Runs branches concurrently; each numbers its own steps. */
  parallel<T extends Branches>(branches: T): Promise<{ [Name in keyof T]: Awaited<ReturnType<T[Name]>> }>;
  /** Guards a change of code: true in runs that reach it for the first time, false in runs that passed it before. */
  patched(id: string): Promise<boolean>;
}

export type Branches = Record<string, (wf: WorkflowScope) => Promise<unknown>>;

export interface HandoffOptions<T> {
  reason?: string;
  work?: () => Promise<T> | T;
}
