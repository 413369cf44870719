import { listHeight } from "../view/layout.ts";
import { withQuery, withScope } from "./list-of.ts";
import { moved } from "./move.ts";
import type { Key, KeyName } from "./parse-keys.ts";
import { type PickerState, type PickerUpdate, SCOPES } from "./picker-state.ts";
import { act, choose } from "./session-actions.ts";

/** Keys while the list has the focus: letters are actions. */
export function onListKey(state: PickerState, key: Key): PickerUpdate {
  if (key.name === "paste") return still({ ...withQuery(state, state.query + key.text), focus: "search" });
  if (key.name === "text") return onLetter(state, key.text);
  const next = moved(state, key.name, listHeight(state.size));
  return next ? still(next) : (NAMED[key.name]?.(state) ?? still(state));
}

type OnKey = (state: PickerState) => PickerUpdate;

const NAMED: Partial<Record<Key["name"], OnKey>> = {
  enter: choose,
  tab: (state) => still(withScope(state, neighbor(state, 1))),
  "shift-tab": (state) => still(withScope(state, neighbor(state, -1))),
  right: toPreview,
  "ctrl-u": (state) => still(withQuery(state, "")),
  escape: stepBack,
};

const MOVES: Partial<Record<string, KeyName>> = { j: "down", k: "up", g: "home", G: "end" };

const LETTERS: Partial<Record<string, OnKey>> = {
  "/": (state) => still({ ...state, focus: "search", message: undefined }),
  "?": (state) => still({ ...state, overlay: { type: "help", scroll: 0 } }),
  q: quit,
  p: toPreview,
  " ": toPreview,
};

function onLetter(state: PickerState, letter: string): PickerUpdate {
  const move = MOVES[letter];
  if (move) return still(moved(state, move, listHeight(state.size)) ?? state);
  return LETTERS[letter]?.(state) ?? act(state, letter) ?? still(state);
}

function toPreview(state: PickerState): PickerUpdate {
  return still({ ...state, focus: "preview" });
}

/** Esc first clears the search. Beside the list, the preview is not a step of its own. */
function stepBack(state: PickerState): PickerUpdate {
  if (state.query !== "") return still(withQuery(state, ""));
  return quit(state);
}

function neighbor({ scope }: PickerState, step: number) {
  const at = SCOPES.indexOf(scope) + step + SCOPES.length;
  return SCOPES[at % SCOPES.length] ?? "all";
}

function quit(state: PickerState): PickerUpdate {
  return { state, effects: [{ type: "leave", outcome: { type: "quit" } }] };
}

function still(state: PickerState): PickerUpdate {
  return { state, effects: [] };
}
