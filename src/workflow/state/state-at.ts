import * as z from "zod";
import type { JsonObject } from "../../kernel/json.ts";
import type { WorkflowStep } from "../../kernel/workflow-record.ts";
import { tryParseJson } from "../../text/json-text.ts";
import type { Note } from "./note.ts";
import { applyNote, createRunState, type RunState } from "./run-state.ts";

const Notes = z.array(z.looseObject({ type: z.string() }));

/** The state of a run after a step: a fold of the notes of all records up to it. */
export function stateAt(steps: readonly WorkflowStep[], at: number): RunState {
  const state = createRunState([]);
  for (const { number, notes } of steps) {
    if (number > at) continue;
    const parsed = Notes.safeParse(tryParseJson(notes ?? "[]"));
    for (const note of parsed.success ? parsed.data : []) applyNote(state, note as unknown as Note);
  }
  return state;
}

/** The state with the field names of a checkpoint. */
export function describeState(state: RunState): JsonObject {
  return {
    current_phase: state.phase,
    completed_phases: state.completedPhases,
    decisions: state.decisions,
    todos: [...state.todos].map(([content, status]) => ({ content, status })),
    files_modified: [...state.files],
    agent_outputs: Object.fromEntries(state.outputs),
    verification: Object.fromEntries(state.gates),
  };
}
