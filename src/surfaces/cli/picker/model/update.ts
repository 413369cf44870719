import type { SessionPreview } from "../../../../recovery/browse/read-session-preview.ts";
import type { SessionRow } from "../../../../recovery/browse/session-row.ts";
import type { Size } from "../terminal/picker-terminal.ts";
import { type Answer, answered } from "./answered.ts";
import { searchOn, withRows } from "./list-of.ts";
import { onListKey } from "./on-list-key.ts";
import { onOverlayKey } from "./on-overlay-key.ts";
import { onPreviewKey } from "./on-preview-key.ts";
import { onSearchKey } from "./on-search-key.ts";
import type { Key } from "./parse-keys.ts";
import type { PickerState, PickerUpdate } from "./picker-state.ts";

/** What happens to the picker. */
export type PickerEvent =
  | { type: "key"; key: Key }
  | { type: "resized"; size: Size }
  | { type: "loaded"; rows: readonly SessionRow[]; isLast: boolean }
  | { type: "search"; count: number }
  | { type: "previewed"; preview: SessionPreview }
  | { type: "answered"; answer: Answer };

/** The whole behavior of the picker: the state after an event, and what the loop has to do. */
export function update(state: PickerState, event: PickerEvent): PickerUpdate {
  switch (event.type) {
    case "key":
      return onKey(state, event.key);
    case "resized":
      return still({ ...state, size: event.size });
    case "loaded":
      return still({ ...withRows(state, event.rows), isLoading: !event.isLast });
    case "search":
      return still(searchOn(state, event.count));
    case "previewed":
      return still(withPreview(state, event.preview));
    case "answered":
      return still(answered(state, event.answer));
  }
}

const still = (state: PickerState): PickerUpdate => ({ state, effects: [] });

function onKey(state: PickerState, key: Key): PickerUpdate {
  if (key.name === "ctrl-c") return { state, effects: [{ type: "leave", outcome: { type: "quit" } }] };
  if (key.name === "ctrl-z") return { state, effects: [{ type: "suspend" }] };
  if (key.name === "ctrl-l") return { state, effects: [{ type: "redraw" }] };
  if (state.overlay) return onOverlayKey(state, state.overlay, key);
  if (state.focus === "search") return onSearchKey(state, key);
  return state.focus === "preview" ? onPreviewKey(state, key) : onListKey(state, key);
}

/** A preview that comes after the selection has moved on is dropped. */
function withPreview(state: PickerState, preview: SessionPreview): PickerState {
  if (preview.id !== state.selectedId) return state;
  return { ...state, preview, previewScroll: preview.id === state.preview?.id ? state.previewScroll : 0 };
}
