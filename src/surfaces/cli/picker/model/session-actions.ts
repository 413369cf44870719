import type { SessionRow } from "../../../../recovery/browse/session-row.ts";
import { shortSessionId } from "../../../../text/short-session-id.ts";
import { type PickerState, type PickerUpdate, selectedRow } from "./picker-state.ts";

/** The actions on the selected session, by their key. */
export const ACTIONS = {
  a: openAgents,
  r: (state, { id }) => call(state, { type: "record", id }),
  d: (state, { id }) => call(state, { type: "diff", id }),
  x: askToDismiss,
  n: askForName,
  f: (state, { id }) => call(state, { type: "turns", id }),
} satisfies Record<string, (state: PickerState, row: SessionRow) => PickerUpdate>;

/** Does what Enter does: leaves the picker for the session. One that is running is not continued twice. */
export function choose(state: PickerState): PickerUpdate {
  const row = selectedRow(state);
  if (!row) return still(state);
  if (state.purpose === "continue" && row.state === "running") return refused(state, row);
  const outcome = { type: "run", operation: state.purpose, input: { id: row.id } } as const;
  return { state, effects: [{ type: "leave", outcome }] };
}

/** Undefined if the key is no action. */
export function act(state: PickerState, key: string): PickerUpdate | undefined {
  if (!Object.hasOwn(ACTIONS, key)) return undefined;
  const row = selectedRow(state);
  const action = ACTIONS[key as keyof typeof ACTIONS];
  return row ? action({ ...state, message: undefined }, row) : still(state);
}

function refused(state: PickerState, { nativeId, pid }: SessionRow): PickerUpdate {
  const process = pid === null ? "" : ` in process ${pid}`;
  const text = `${shortSessionId(nativeId)} is still running${process}: continue in its terminal, or end it first.`;
  return still({ ...state, message: { text, isBad: true } });
}

function openAgents(state: PickerState, row: SessionRow): PickerUpdate {
  if (row.state === "running") return refused(state, row);
  return call(state, { type: "agents", id: row.id });
}

function askToDismiss(state: PickerState, row: SessionRow): PickerUpdate {
  if (row.isDismissed) return askToBringBack(state, row);
  const running =
    row.state === "running" ? ["It is still running. It goes on, but its work is not passed on."] : [];
  return still({
    ...state,
    overlay: {
      type: "confirm",
      question: `Dismiss "${row.title}"?`,
      lines: [...running, "No new session will receive its record. It is kept, and x brings it back."],
      scroll: 0,
      request: { type: "dismiss", id: row.id, undo: false },
    },
  });
}

/** The same key must not decide twice without a question: a second `x` by mistake would be an answer. */
function askToBringBack(state: PickerState, { id, title }: SessionRow): PickerUpdate {
  return still({
    ...state,
    overlay: {
      type: "confirm",
      question: `Bring "${title}" back?`,
      lines: ["New sessions may continue it again. x dismisses it again."],
      scroll: 0,
      request: { type: "dismiss", id, undo: true },
    },
  });
}

function askForName(state: PickerState, { id }: SessionRow): PickerUpdate {
  const hint = "Saves a checkpoint of its work under this name, which is never pruned.";
  return still({
    ...state,
    overlay: { type: "input", label: "Name", value: "", hint, lines: [], ask: "name", id },
  });
}

function call(
  state: PickerState,
  request: Extract<PickerUpdate["effects"][number], { type: "call" }>["request"],
) {
  return { state, effects: [{ type: "call", request }] } satisfies PickerUpdate;
}

function still(state: PickerState): PickerUpdate {
  return { state, effects: [] };
}
