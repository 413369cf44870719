/** What a program says of its work, as it is recorded with the next step. */
export type Note =
  | { type: "phase"; name: string; done: boolean }
  | { type: "decision"; decision: string; rationale: string | null; phase: string | null }
  | { type: "todo"; content: string; status: TodoStatus }
  | { type: "files"; paths: readonly string[] }
  | { type: "output"; agent: string; summary: string }
  | { type: "episode"; id: string }
  | { type: "context"; context: RunContext }
  | { type: "gate"; gate: string; outcome: GateOutcome };

/** `blocked` is pending with a reason to wait: the agents' todo lists do not know it. */
export type TodoStatus = "pending" | "in_progress" | "completed" | "blocked";
export type GateOutcome = "pass" | "fail" | "pending" | null;

/** Where the requirements of the work are. References only: contents are git's. */
export interface RunContext {
  requirements?: string;
  specs?: readonly string[];
}
