import type { SessionRow } from "../../../../recovery/browse/session-row.ts";
import { withRows } from "./list-of.ts";
import type { PickerState, Request } from "./picker-state.ts";

/** What an operation returned, in the words that a person sees. */
export type Answer = { request: Request } & (
  | { type: "text"; title: string; lines: readonly string[] }
  | { type: "agents"; agents: readonly string[] }
  | { type: "turns"; newest: string }
  | { type: "plan"; lines: readonly string[]; isEmpty: boolean }
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
      return askForTurn(state, answer.newest, request.id);
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

function askForTurn(state: PickerState, newest: string, id: string): PickerState {
  const hint = `Files go back to what they were before that turn. The newest is ${newest}; nothing changes before you confirm.`;
  return {
    ...state,
    overlay: { type: "input", label: "Before turn", value: newest, hint, ask: "turn", id },
  };
}

function confirmPlan(
  state: PickerState,
  { request, lines, isEmpty }: Extract<Answer, { type: "plan" }>,
): PickerState {
  if (request.type !== "plan" || isEmpty)
    return { ...state, overlay: { type: "text", title: "Restore files", lines, scroll: 0 } };
  const { id, turn } = request;
  return {
    ...state,
    overlay: {
      type: "confirm",
      question: `Restore the files to before turn ${turn}?`,
      lines,
      scroll: 0,
      request: { type: "restore", id, turn },
    },
  };
}

function good(text: string): PickerState["message"] {
  return { text, isBad: false };
}
