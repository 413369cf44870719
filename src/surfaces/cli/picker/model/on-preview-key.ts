import { previewSize } from "../view/layout.ts";
import { previewLines } from "../view/preview-lines.ts";
import { scrolled } from "./move.ts";
import type { Key } from "./parse-keys.ts";
import type { PickerState, PickerUpdate } from "./picker-state.ts";
import { act, choose } from "./session-actions.ts";

/** Keys while the preview has the focus: arrows scroll it, and the actions are those of the list. */
export function onPreviewKey(state: PickerState, key: Key): PickerUpdate {
  if (key.name === "text") return onLetter(state, key.text);
  if (key.name === "paste") return still(state);
  const { columns, rows } = previewSize(state);
  const { length } = previewLines(state, columns);
  const scroll = scrolled(key.name, { scroll: state.previewScroll, page: rows, length });
  if (scroll !== undefined) return still({ ...state, previewScroll: scroll });
  if (key.name === "enter") return choose(state);
  return key.name === "escape" || key.name === "left" ? still({ ...state, focus: "list" }) : still(state);
}

function onLetter(state: PickerState, letter: string): PickerUpdate {
  if (letter === "?") return still({ ...state, overlay: { type: "help", scroll: 0 } });
  if (letter === "q" || letter === "p" || letter === " ") return still({ ...state, focus: "list" });
  if (letter === "/") return still({ ...state, focus: "search" });
  return act(state, letter) ?? still(state);
}

function still(state: PickerState): PickerUpdate {
  return { state, effects: [] };
}
