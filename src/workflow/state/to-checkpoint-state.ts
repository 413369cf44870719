import type { JsonObject, JsonValue } from "../../kernel/json.ts";
import type { RunState } from "./run-state.ts";

/** Why a checkpoint was made, and which agent hands over to which (D66). */
export interface Transition {
  trigger: string;
  from?: string;
  to?: string;
  reason?: string;
}

export interface Snapshot {
  project: { name: string; path: string };
  step: { number: number; name: string; agent: string | null };
  transition: Transition;
  /** The SHA-256 of the requirements and specs by path; null if one cannot be read. */
  fingerprints: Readonly<Record<string, string | null>>;
  gitHead: string | null;
}

/** The state as stored in a checkpoint, with the same field names as other states (`summarize-state.ts`). */
export function toCheckpointState(state: RunState, snapshot: Snapshot): JsonObject {
  const { project, step, transition, fingerprints, gitHead } = snapshot;
  const { requirements = null, specs = [] } = state.context;
  return {
    current_phase: state.phase,
    completed_phases: state.completedPhases,
    pending_phases: state.pendingPhases,
    current_step: step,
    context: {
      project_name: project.name,
      project_path: project.path,
      requirements_path: requirements,
      spec_paths: [...specs],
    },
    decisions: state.decisions,
    files_modified: [...state.files],
    todos: [...state.todos].map(([content, status]) =>
      status === "blocked" ? { content, status: "pending", blocked: true } : { content, status },
    ),
    task_counts: countTodos(state),
    agent_outputs: Object.fromEntries(state.outputs),
    episodes: [...state.episodes],
    verification: Object.fromEntries(state.gates),
    fingerprints: { ...fingerprints, git_head: gitHead, todos: state.todos.size },
    transition: { ...transition } as unknown as JsonValue,
  };
}

function countTodos({ todos }: RunState): JsonObject {
  const statuses = [...todos.values()];
  const count = (...wanted: string[]) => statuses.filter((status) => wanted.includes(status)).length;
  return {
    completed: count("completed"),
    pending: count("pending", "in_progress"),
    blocked: count("blocked"),
  };
}
