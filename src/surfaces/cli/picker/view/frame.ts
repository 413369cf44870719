import { type PickerState, SCOPES } from "../model/picker-state.ts";
import { isSearched } from "../model/search-slice.ts";
import { helpKeys } from "./help.ts";
import { bodyHeight, isTall, isWide, listWidth, previewSize, RULE } from "./layout.ts";
import { cell, fitLine, type Line, line, lineWidth, type Span, span, tail } from "./line.ts";
import { listLines } from "./list-lines.ts";
import { overlayHeight, overlayLines, overlayTitle } from "./overlay-lines.ts";
import { previewLines } from "./preview-lines.ts";

export interface Frame {
  /** One line for each row of the terminal, each as wide as the terminal. */
  lines: readonly Line[];
  /** Where the person types; undefined if the cursor is hidden. */
  cursor: { row: number; column: number } | undefined;
}

/** The whole screen for a state. */
export function frameOf(state: PickerState): Frame {
  const { size } = state;
  const top = [headerLine(state), queryLine(state)];
  const lines = [...top, ...withOverlay(bodyLines(state), state), ...footer(state)];
  const fitted = Array.from({ length: size.rows }, (_, i) => fitLine(lines[i] ?? line(), size.columns));
  return { lines: fitted, cursor: cursorOf(state, top.length) };
}

function headerLine(state: PickerState): Line {
  const scopes = SCOPES.flatMap((scope): Span[] => [
    span(scope === state.scope ? `[${scope}]` : ` ${scope} `, scope === state.scope ? "strong" : "dim"),
    span(" "),
  ]);
  const left = [span("Holdfast", "strong"), span("  "), ...scopes];
  const count = countOf(state);
  const space = state.size.columns - lineWidth(line(...left)) - count.length - 1;
  return space < 1 ? line(...left) : line(...left, span(" ".repeat(space)), span(count, "dim"));
}

function countOf({ shown, query, search, rows, isLoading }: PickerState): string {
  if (query !== "" && search && !isSearched(search)) return `${shown.length} found, searching …`;
  const loading = isLoading ? ", reading …" : "";
  if (query !== "") return `${shown.length} of ${search?.total ?? rows.length}${loading}`;
  return `${shown.length} session${shown.length === 1 ? "" : "s"}${loading}`;
}

function queryLine({ focus, query, size }: PickerState): Line {
  if (focus !== "search" && query === "") return line(span("/ to search", "dim"));
  return line(span("/ ", "strong"), span(tail(query, size.columns - 3)));
}

function bodyLines(state: PickerState): Line[] {
  const height = bodyHeight(state.size);
  const list = () => padded(listLines(state), height);
  if (!isWide(state.size)) return state.focus === "preview" ? previewPart(state) : list();
  const columns = listWidth(state.size);
  const preview = previewPart(state);
  const tone = state.focus === "preview" ? "strong" : "dim";
  return list().map((left, i) =>
    line(...fitLine(left, columns).spans, span(RULE, tone), ...(preview[i] ?? line()).spans),
  );
}

function previewPart(state: PickerState): Line[] {
  const { columns, rows } = previewSize(state);
  const lines = previewLines(state, columns);
  const scroll = Math.min(state.previewScroll, Math.max(0, lines.length - rows));
  return padded(lines.slice(scroll, scroll + rows), rows);
}

/** Texts cover the list; questions only as much of it as they need. */
function withOverlay(body: Line[], { overlay, size }: PickerState): Line[] {
  if (!overlay) return body;
  const page = overlayHeight(size);
  const all = overlayLines(overlay, size.columns);
  const scroll = "scroll" in overlay ? overlay.scroll : 0;
  const isText = overlay.type === "text" || overlay.type === "help";
  const left = all.length - scroll - page;
  const more = left > 0 ? `  ${left} more` : "";
  const panel = [
    line(span("─".repeat(size.columns), "dim")),
    line(
      span(cell(overlayTitle(overlay), size.columns - more.length).trimEnd(), "strong"),
      span(more, "dim"),
    ),
    ...all.slice(scroll, scroll + page),
  ];
  const lines = isText ? padded(panel, body.length) : panel.slice(0, body.length);
  return [...body.slice(0, body.length - lines.length), ...lines];
}

function footer(state: PickerState): Line[] {
  const { message, size } = state;
  const said = message ? line(span(message.text, message.isBad ? "bad" : "good")) : undefined;
  if (isTall(size)) return [said ?? line(), helpLine(state)];
  return [said ?? helpLine(state)];
}

/** As many keys as fit. */
function helpLine(state: PickerState): Line {
  const spans: Span[] = [];
  let left = state.size.columns;
  for (const [key, what] of helpKeys(state)) {
    const gap = spans.length === 0 ? "" : "  ";
    left -= gap.length + key.length + 1 + what.length;
    if (left < 0) break;
    spans.push(span(gap), span(key, "strong"), span(` ${what}`, "dim"));
  }
  return line(...spans);
}

function cursorOf({ focus, overlay, query, size }: PickerState, top: number): Frame["cursor"] {
  if (overlay?.type === "input") {
    const typed = overlayLines(overlay, size.columns);
    const height = Math.min(bodyHeight(size), typed.length + 2);
    return { row: top + bodyHeight(size) - height + 2, column: lineWidth(typed[0] ?? line()) };
  }
  if (overlay || focus !== "search") return undefined;
  return { row: 1, column: lineWidth(line(span(`/ ${tail(query, size.columns - 3)}`))) };
}

function padded(lines: readonly Line[], height: number): Line[] {
  return Array.from({ length: height }, (_, i) => lines[i] ?? line());
}
