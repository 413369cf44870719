import type { SessionRow } from "../../../../recovery/browse/session-row.ts";
import { createMatcher, type Matcher } from "../model/match.ts";
import type { PickerState } from "../model/picker-state.ts";
import { type Column, chooseColumns } from "./columns.ts";
import { isTall, listHeight, listWidth } from "./layout.ts";
import { cell, fitLine, type Line, line, type Span, selected, span } from "./line.ts";

/** The sessions that are visible, with the heads of their columns if there is room. */
export function listLines(state: PickerState): Line[] {
  const columns = listWidth(state.size);
  const { size, shown, top } = state;
  if (shown.length === 0) return emptyList(state).map((text) => fitLine(line(span(text, "dim")), columns));
  const chosen = chooseColumns(state, columns);
  const matcher = createMatcher(state.query);
  const visible = shown.slice(top, top + listHeight(size));
  const heads = isTall(size) ? [headsOf(chosen, columns)] : [];
  return [...heads, ...visible.map((row) => rowLine(state, row, { chosen, columns, matcher }))];
}

function headsOf(chosen: readonly Column[], columns: number): Line {
  const cells = chosen.map(({ head, width, align }) => cell(head, width, align));
  return fitLine(line(span(`    ${cells.join("  ")}`, "dim")), columns);
}

interface RowLayout {
  chosen: readonly Column[];
  columns: number;
  matcher: Matcher;
}

function rowLine(state: PickerState, row: SessionRow, { chosen, columns, matcher }: RowLayout): Line {
  const isSelected = row.id === state.selectedId;
  const spans = chosen.flatMap((column, i): Span[] => [
    ...(i === 0 ? [] : [span("  ")]),
    ...cellSpans(column, row, { now: state.now, matcher }),
  ]);
  const { text, tone } = signOf(row);
  const marked = line(span(isSelected ? "❯ " : "  "), span(`${text} `, tone), ...spans);
  const fitted = fitLine(marked, columns);
  return isSelected ? selected(fitted) : fitted;
}

/** Running sessions have a full dot; those that are not continued automatically are crossed out. */
function signOf({ state, isDismissed }: SessionRow): Span {
  if (state === "running") return span("●", "good");
  if (isDismissed || state === "cleared") return span("-", "dim");
  return state === "cut off" ? span("×", "bad") : span(" ");
}

function cellSpans(
  { name, width, align, valueOf, tone }: Column,
  row: SessionRow,
  { now, matcher }: { now: number; matcher: Matcher },
): Span[] {
  const text = cell(valueOf(row, now), width, align);
  return name === "title" ? withMatches(text, matcher) : [span(text, tone)];
}

/** Marks what the query matches. */
export function withMatches(text: string, matcher: Matcher): Span[] {
  const spans: Span[] = [];
  let at = 0;
  for (const [begin, end] of matcher.rangesIn(text)) {
    spans.push(span(text.slice(at, begin)), span(text.slice(begin, end), "match"));
    at = end;
  }
  return [...spans, span(text.slice(at))].filter((each) => each.text !== "");
}

/** What to do where there is nothing to choose. */
function emptyList({ query, search, scope, isLoading, rows }: PickerState): string[] {
  if (query !== "") {
    const isDone = search !== undefined && search.searched >= search.among.length && !isLoading;
    return isDone
      ? [`  Nothing matches "${query}".`, "  Esc clears the search, Tab searches wider."]
      : ["  Searching …"];
  }
  if (isLoading) return ["  Reading the sessions …"];
  if (rows.length === 0)
    return ["  No sessions yet.", "  Connect an agent: holdfast connect", "  What was saved: holdfast list"];
  const where = scope === "worktree" ? "in this directory" : "in this project";
  return [`  No sessions ${where}.`, "  Tab shows those of other places."];
}
