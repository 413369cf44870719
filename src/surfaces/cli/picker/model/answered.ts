import type { SessionRow } from "../../../../recovery/browse/session-row.ts";
import { withRows } from "./list-of.ts";
import type { PickerState, Request } from "./picker-state.ts";

/** What an operation returned, in the words that a person sees. */
export type Answer = { request: Request } & (
  | { type: "text"; title: string; lines: readonly string[] }
  | { type: "agents"; agents: readonly string[] }
  | { type: "turns"; newest: string; lines: readonly string[] }
  | { type: "plan"; lines: readonly string[]; files: number; conflicts: number }
  | { type: "done"; text: string; row: SessionRow | undefined }
  | { type: "failed"; text: string }
);

/** Shows an answer: as a text, as the next question, or in one line. */
export function answered(state: PickerState, answer: Answer): PickerState {
  const { request } = answer;
  switch (answer.type) {
    case "text":
      return { ...state, overlay: { type: "text", title: answer.title, lines: answer.lines, scroll: 0 } };
    case "agents":
      return chooseAgent(state, answer.agents, request.id);
    case "turns":
      return askForTurn(state, answer);
    case "plan":
      return confirmPlan(state, answer);
    case "done":
      return { ...(answer.row ? withRows(state, [answer.row]) : state), message: good(answer.text) };
    case "failed":
      return { ...state, message: { text: answer.text, isBad: true } };
  }
}

function chooseAgent(state: PickerState, options: readonly string[], id: string): PickerState {
  if (options.length === 0)
    return { ...state, message: { text: "No other agent is installed here.", isBad: true } };
  return {
    ...state,
    overlay: { type: "choose", question: "Continue in which agent?", options, index: 0, id },
  };
}

function askForTurn(
  state: PickerState,
  { request: { id }, newest, lines }: Extract<Answer, { type: "turns" }>,
): PickerState {
  const hint = `Files go back to what they were before that turn. The newest is ${newest}; nothing changes before you confirm.`;
  return {
    ...state,
    overlay: { type: "input", label: "Before turn", value: newest, hint, lines, ask: "turn", id },
  };
}

/** Files that somebody else changed are kept, unless the person asks for the plan that restores them too. */
function confirmPlan(
  state: PickerState,
  { request, lines, files, conflicts }: Extract<Answer, { type: "plan" }>,
): PickerState {
  if (request.type !== "plan" || files + conflicts === 0)
    return { ...state, overlay: { type: "text", title: "Restore files", lines, scroll: 0 } };
  const { turn, overwrite } = request;
  return {
    ...state,
    overlay: {
      type: "confirm",
      question: questionOf({ turn, overwrite, files, conflicts }),
      lines,
      scroll: 0,
      request: files > 0 ? { ...request, type: "restore" } : undefined,
      ...(conflicts > 0 && !overwrite ? { overwrite: { ...request, overwrite: true } } : {}),
    },
  };
}

interface Plan {
  turn: string;
  overwrite: boolean;
  files: number;
  conflicts: number;
}

function questionOf({ turn, overwrite, files, conflicts }: Plan): string {
  if (files === 0) return "Only files that somebody else changed: o shows what overwriting them does.";
  const all = overwrite ? "all files, also those of others," : "the files";
  const kept = conflicts > 0 && !overwrite ? ` (o: the ${conflicts} kept ones too)` : "";
  return `Restore ${all} to before turn ${turn}?${kept}`;
}

function good(text: string): PickerState["message"] {
  return { text, isBad: false };
}
