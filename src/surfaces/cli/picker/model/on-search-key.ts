import { clustersOf } from "../../layout/text-width.ts";
import { listHeight } from "../view/layout.ts";
import { withQuery, withScope } from "./list-of.ts";
import { moved } from "./move.ts";
import type { Key } from "./parse-keys.ts";
import { type PickerState, type PickerUpdate, SCOPES } from "./picker-state.ts";
import { choose } from "./session-actions.ts";

/** A longer query finds nothing anyway. */
const MAX_QUERY = 200;

/** Keys while a query is typed: letters belong to it. An arrow goes to the list, where they are actions. */
export function onSearchKey(state: PickerState, key: Key): PickerUpdate {
  if (key.name === "text" || key.name === "paste") return still(typed(state, state.query + key.text));
  const next = moved(state, key.name, listHeight(state.size));
  if (next) return still({ ...next, focus: "list" });
  return NAMED[key.name]?.(state) ?? still(state);
}

const NAMED: Partial<Record<Key["name"], (state: PickerState) => PickerUpdate>> = {
  enter: choose,
  backspace: (state) => still(typed(state, withoutLast(state.query))),
  "ctrl-u": (state) => still(typed(state, "")),
  "ctrl-w": (state) => still(typed(state, state.query.replace(/\S*\s*$/, ""))),
  tab: (state) => still(withScope(state, nextScope(state))),
  escape: (state) => still({ ...withQuery(state, ""), focus: "list" }),
};

function nextScope({ scope }: PickerState): PickerState["scope"] {
  return SCOPES[(SCOPES.indexOf(scope) + 1) % SCOPES.length] ?? "all";
}

function typed(state: PickerState, query: string): PickerState {
  return { ...withQuery(state, query.slice(0, MAX_QUERY)), message: undefined };
}

/** Removes a whole character as a person sees it. */
export function withoutLast(text: string): string {
  return clustersOf(text).slice(0, -1).join("");
}

function still(state: PickerState): PickerUpdate {
  return { state, effects: [] };
}
