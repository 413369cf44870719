import type { GateOutcome, Note, RunContext, TodoStatus } from "./note.ts";

/** The state of a run (D13-D20, D64). Only notes change it, so the state at a step is a fold of the notes before it. */
export interface RunState {
  phase: string | null;
  completedPhases: string[];
  pendingPhases: string[];
  /** Whether the definition lists its phases. Without a list, their number is unknown. */
  hasPlan: boolean;
  context: RunContext;
  decisions: { phase: string | null; decision: string; rationale: string | null }[];
  files: Set<string>;
  todos: Map<string, TodoStatus>;
  outputs: Map<string, string>;
  episodes: Set<string>;
  gates: Map<string, GateOutcome>;
}

export function createRunState(phases: readonly string[]): RunState {
  return {
    phase: null,
    completedPhases: [],
    pendingPhases: [...phases],
    hasPlan: phases.length > 0,
    context: {},
    decisions: [],
    files: new Set(),
    todos: new Map(),
    outputs: new Map(),
    episodes: new Set(),
    gates: new Map(),
  };
}

/** Applies a note to the state in place. */
export function applyNote(state: RunState, note: Note): void {
  switch (note.type) {
    case "phase":
      applyPhase(state, note);
      return;
    case "decision":
      addDecision(state, { phase: note.phase, decision: note.decision, rationale: note.rationale });
      return;
    case "todo":
      state.todos.set(note.content, note.status);
      return;
    case "files":
      for (const path of note.paths) state.files.add(path);
      return;
    case "output":
      state.outputs.set(note.agent, note.summary);
      return;
    case "episode":
      state.episodes.add(note.id);
      return;
    case "context":
      state.context = { ...state.context, ...note.context };
      return;
    case "gate":
      state.gates.set(note.gate, note.outcome);
      return;
  }
}

/** Adds a decision only once: a step that runs again after a crash makes the same notes. */
function addDecision({ decisions }: RunState, made: RunState["decisions"][number]): void {
  if (!decisions.some(({ phase, decision }) => phase === made.phase && decision === made.decision))
    decisions.push(made);
}

function applyPhase(state: RunState, { name, done }: { name: string; done: boolean }): void {
  state.pendingPhases = state.pendingPhases.filter((each) => each !== name);
  if (!done) {
    state.phase = name;
    return;
  }
  if (!state.completedPhases.includes(name)) state.completedPhases.push(name);
  if (state.phase === name) state.phase = null;
}
