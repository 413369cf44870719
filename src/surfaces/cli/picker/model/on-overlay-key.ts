import { overlayHeight, overlayLines } from "../view/overlay-lines.ts";
import { scrolled } from "./move.ts";
import { withoutLast } from "./on-search-key.ts";
import type { Key } from "./parse-keys.ts";
import type { Overlay, PickerState, PickerUpdate, Request } from "./picker-state.ts";

const MAX_INPUT = 200;

/** Keys while a question or a text is in front of the list. Esc closes it and changes nothing. */
export function onOverlayKey(state: PickerState, overlay: Overlay, key: Key): PickerUpdate {
  if (key.name === "escape") return still(closed(state));
  switch (overlay.type) {
    case "confirm":
      return onConfirmKey(state, overlay, key);
    case "choose":
      return onChooseKey(state, overlay, key);
    case "input":
      return onInputKey(state, overlay, key);
    case "help":
    case "text":
      return isQuit(key) ? still(closed(state)) : still(scrolledBy(state, overlay, key));
  }
}

function isQuit({ name, text }: Key): boolean {
  return name === "enter" || name === "left" || (name === "text" && (text === "q" || text === "?"));
}

/** Enter alone does nothing: a change needs the letter. */
function onConfirmKey(
  state: PickerState,
  overlay: Extract<Overlay, { type: "confirm" }>,
  key: Key,
): PickerUpdate {
  const letter = key.name === "text" ? key.text.toLowerCase() : "";
  if (letter === "n") return still(closed(state));
  const request = { y: overlay.request, o: overlay.overwrite }[letter];
  if (request) return called(state, request);
  return still(scrolledBy(state, overlay, key));
}

function onChooseKey(
  state: PickerState,
  overlay: Extract<Overlay, { type: "choose" }>,
  key: Key,
): PickerUpdate {
  const { options, index, id } = overlay;
  const numbered = key.name === "text" ? options[Number(key.text) - 1] : undefined;
  const agent = key.name === "enter" ? options[index] : numbered;
  if (agent !== undefined) {
    const outcome = { type: "run", operation: "continue", input: { id, in: agent } } as const;
    return { state: closed(state), effects: [{ type: "leave", outcome }] };
  }
  const next = scrolled(key.name === "text" || key.name === "paste" ? "escape" : key.name, {
    scroll: index,
    page: 1,
    length: options.length,
  });
  return still({ ...state, overlay: { ...overlay, index: next ?? index } });
}

function onInputKey(
  state: PickerState,
  overlay: Extract<Overlay, { type: "input" }>,
  key: Key,
): PickerUpdate {
  const { value, ask, id } = overlay;
  const write = (text: string) =>
    still({ ...state, overlay: { ...overlay, value: text.slice(0, MAX_INPUT) } });
  if (key.name === "text" || key.name === "paste") return write(value + key.text);
  if (key.name === "backspace") return write(withoutLast(value));
  if (key.name === "ctrl-u") return write("");
  if (key.name !== "enter" || value.trim() === "") return still(state);
  const text = value.trim();
  return called(
    state,
    ask === "name" ? { type: "name", id, name: text } : { type: "plan", id, turn: text, overwrite: false },
  );
}

function scrolledBy(
  state: PickerState,
  overlay: Extract<Overlay, { scroll: number }>,
  { name }: Key,
): PickerState {
  if (name === "text" || name === "paste") return state;
  const length = overlayLines(overlay, state.size.columns).length;
  const scroll = scrolled(name, { scroll: overlay.scroll, page: overlayHeight(state.size), length });
  return scroll === undefined ? state : { ...state, overlay: { ...overlay, scroll } };
}

function called(state: PickerState, request: Request): PickerUpdate {
  return { state: closed(state), effects: [{ type: "call", request }] };
}

function closed(state: PickerState): PickerState {
  return { ...state, overlay: undefined };
}

function still(state: PickerState): PickerUpdate {
  return { state, effects: [] };
}
