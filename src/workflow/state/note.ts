/** What a program reports about its work, recorded with the next step. */
export type Note =
  | { type: "phase"; name: string; done: boolean }
  | { type: "decision"; decision: string; rationale: string | null; phase: string | null }
  | { type: "todo"; content: string; status: TodoStatus }
  | { type: "files"; paths: readonly string[] }
  | { type: "output"; agent: string; summary: string }
  | { type: "episode"; id: string }
  | { type: "context"; context: RunContext }
  | { type: "gate"; gate: string; outcome: GateOutcome };

/** `blocked` is pending with a reason to wait. The todo lists of agents do not have it. */
export type TodoStatus = "pending" | "in_progress" | "completed" | "blocked";
export type GateOutcome = "pass" | "fail" | "pending" | null;

/** The paths of the requirements. Only references: git has the contents. */
export interface RunContext {
  requirements?: string;
  specs?: readonly string[];
}
