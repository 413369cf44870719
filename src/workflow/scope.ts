import type { Attempt, StepOptions } from "./journal/journal.ts";
import type { GateOutcome, RunContext, TodoStatus } from "./state/note.ts";

/**
 * What a workflow does. Steps are remembered by their order and key: a run that is resumed asks for the same ones, and
 * those that are done give what they gave.
 */
export interface WorkflowScope {
  /** The run's id. */
  readonly id: string;
  /** Does something once, and remembers the result, which must be JSON. A crash in the middle does it again. */
  step<T>(key: string, work: (attempt: Attempt) => Promise<T> | T, options?: StepOptions): Promise<T>;
  /** A named part of the work; a checkpoint is saved at its end and kept forever. */
  phase<T>(name: string, work: () => Promise<T> | T): Promise<T>;
  /** Hands over from one agent to another: a checkpoint before, and one after `work`, which is the other agent's. */
  handoff<T = void>(from: string, to: string, options?: HandoffOptions<T>): Promise<T>;
  /** A step that may destroy something: a checkpoint is saved before it. */
  risky<T>(what: string, work: (attempt: Attempt) => Promise<T> | T, options?: StepOptions): Promise<T>;
  /** Saves a checkpoint now; one with a name is kept forever. Returns its id. */
  checkpoint(name?: string): Promise<string>;
  decide(decision: string, rationale?: string): void;
  /** Sets the status of a todo, which is named by its content. */
  todo(content: string, status?: TodoStatus): void;
  touched(...paths: string[]): void;
  /** What an agent came to, in a few sentences. */
  output(agent: string, summary: string): void;
  /** Links an episode of a memory store. */
  episode(id: string): void;
  /** Where the requirements are. Their contents are compared when the run is resumed. */
  context(context: RunContext): void;
  /** The status of a gate: tests, a review. */
  gate(gate: string, outcome: GateOutcome): void;
  /** Lets time pass, across restarts. */
  sleep(ms: number): Promise<void>;
  /** The payload of the next signal with this name; undefined when none comes in time. */
  waitFor<T = unknown>(name: string, options?: { timeout?: number }): Promise<T | undefined>;
  /** Does several things at once; each counts its steps for itself. */
  parallel<T extends Branches>(branches: T): Promise<{ [Name in keyof T]: Awaited<ReturnType<T[Name]>> }>;
  /** Guards a change of code: true in runs that reach it for the first time, false in those that had passed it before. */
  patched(id: string): Promise<boolean>;
}

export type Branches = Record<string, (wf: WorkflowScope) => Promise<unknown>>;

export interface HandoffOptions<T> {
  reason?: string;
  work?: () => Promise<T> | T;
}
