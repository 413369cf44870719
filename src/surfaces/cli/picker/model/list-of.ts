import type { SessionRow } from "../../../../recovery/browse/session-row.ts";
import { isInScope, type PickerState, type Scope, type Search } from "./picker-state.ts";
import { isSearched, searchSlice, startSearch } from "./search-slice.ts";

/** Sessions that are searched before the next frame. They take a small part of the time that a key may take. */
const FIRST_SLICE = 60;

/** Lists the sessions of another scope. */
export function withScope(state: PickerState, scope: Scope): PickerState {
  return relisted({ ...state, scope, top: 0 }, { keepsSelection: true });
}

/** Lists what a query finds. The first results are there at once, the rest follows in slices. */
export function withQuery(state: PickerState, query: string): PickerState {
  if (query === state.query) return state;
  return relisted({ ...state, query, top: 0 }, { keepsSelection: query === "", earlier: state.search });
}

/** Adds sessions that were loaded, replacing what was known of them. */
export function withRows(state: PickerState, loaded: readonly SessionRow[]): PickerState {
  const ids = new Set(loaded.map(({ id }) => id));
  const kept = state.rows.filter(({ id }) => !ids.has(id));
  const rows = [...kept, ...loaded].sort((a, b) => b.lastSeenAt - a.lastSeenAt || (a.id < b.id ? -1 : 1));
  const next = { ...state, rows };
  if (state.query === "") return relisted(next, { keepsSelection: true });
  return withSearch(next, addToSearch(next, loaded));
}

/** New sessions are searched last; one that was searched already is replaced where it was found. */
function addToSearch(
  { rows, search, scope, here }: PickerState,
  loaded: readonly SessionRow[],
): Search | undefined {
  if (!search) return undefined;
  const byId = new Map(loaded.map((row) => [row.id, row]));
  const replaced = (rows: readonly SessionRow[]) => rows.map((row) => byId.get(row.id) ?? row);
  const known = new Set(search.among.map(({ id }) => id));
  const added = loaded.filter((row) => !known.has(row.id) && isInScope(row, scope, here));
  return {
    ...search,
    total: rows.filter((row) => isInScope(row, scope, here)).length,
    among: [...replaced(search.among), ...added],
    inTitle: replaced(search.inTitle),
    inContent: replaced(search.inContent),
  };
}

/** Continues the search for up to a number of sessions. */
export function searchOn(state: PickerState, count: number): PickerState {
  const { search } = state;
  return search && !isSearched(search) ? withSearch(state, searchSlice(search, count)) : state;
}

interface ListChange {
  keepsSelection: boolean;
  /** The search among the same sessions that the new one may narrow. */
  earlier?: Search | undefined;
}

function relisted(state: PickerState, { keepsSelection, earlier }: ListChange): PickerState {
  const among = state.rows.filter((row) => isInScope(row, state.scope, state.here));
  if (state.query === "") return select({ ...state, search: undefined, shown: among }, keepsSelection);
  const search = searchSlice(startSearch(state.query, among, earlier), FIRST_SLICE);
  return select({ ...state, search, shown: foundBy(search) }, keepsSelection);
}

function withSearch(state: PickerState, search: Search | undefined): PickerState {
  return select({ ...state, search, shown: search ? foundBy(search) : state.shown }, true);
}

function foundBy({ inTitle, inContent }: Search): readonly SessionRow[] {
  return [...inTitle, ...inContent];
}

/** The selection is a session, not a position: it stays where sessions are added above it. */
function select(state: PickerState, keepsSelection: boolean): PickerState {
  const isShown = keepsSelection && state.shown.some(({ id }) => id === state.selectedId);
  return isShown ? state : { ...state, selectedId: state.shown[0]?.id };
}
