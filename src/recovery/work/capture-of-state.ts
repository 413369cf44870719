import { LIMITS } from "../../capture/limits.ts";
import { summarizeState } from "../../checkpoints/summarize-state.ts";
import { type Capture, captureOfFacts, EMPTY_CAPTURE } from "../../kernel/capture.ts";
import { bounded } from "../../text/bounded.ts";

/**
 * Converts a checkpoint's state to a capture. From a state that a caller saved, such as a workflow's, only todos,
 * decisions and files are read, if it has them under the same names.
 */
export function captureOfState(state: unknown, at: number): { capture: Capture; isCaptured: boolean } {
  const { todos, decisions, files } = summarizeState(state);
  const known = {
    todos: todos.slice(0, LIMITS.todos).map((todo) => ({ ...todo, content: bounded(todo.content) })),
    decisions: decisions.slice(-LIMITS.decisions).map(({ decision, rationale }) => ({
      decision: bounded(decision),
      rationale: rationale === null ? null : bounded(rationale),
    })),
  };
  const facts = captureOfFacts({ ...Object(state), ...known });
  const changed = files.map((path) => ({ path, action: "changed" as const, at, changedAt: at, edit: null }));
  return {
    capture: { ...(facts ?? EMPTY_CAPTURE), ...known, files: changed },
    isCaptured: facts !== undefined,
  };
}
