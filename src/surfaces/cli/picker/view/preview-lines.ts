import type { SessionPreview } from "../../../../recovery/browse/read-session-preview.ts";
import type { SessionRow } from "../../../../recovery/browse/session-row.ts";
import { shortSessionId } from "../../../../text/short-session-id.ts";
import { createMatcher, type Matcher } from "../model/match.ts";
import { type PickerState, selectedRow } from "../model/picker-state.ts";
import { shortAge } from "./columns.ts";
import { cell, type Line, line, span } from "./line.ts";
import { withMatches } from "./list-lines.ts";
import { wrapText } from "./wrap-text.ts";

const INDENT = "  ";

/** The preview of the selected session, all of it: the frame shows the part that fits. */
export function previewLines(state: PickerState, columns: number): Line[] {
  const row = selectedRow(state);
  if (!row) return [];
  const preview = state.preview?.id === row.id ? state.preview : undefined;
  const matcher = createMatcher(state.query);
  const head = [
    ...wrapText(row.title || "(nothing asked)", columns).map((text) => line(span(text, "strong"))),
    ...aboutLines(row, state.now, columns),
  ];
  if (!preview) return [...head, line(), line(span("…", "dim"))];
  return [...head, ...sectionsOf(preview, state.now).flatMap((part) => sectionLines(part, columns, matcher))];
}

const STATES = {
  running: "running",
  ended: "ended",
  cleared: "cleared: not continued automatically",
  "cut off": "cut off",
};

function aboutLines(row: SessionRow, now: number, columns: number): Line[] {
  const { agent, state, isDismissed, branch, worktree, directory, nativeId, pid } = row;
  const process = state === "running" && pid !== null ? ` in process ${pid}` : "";
  const facts = [
    `${agent} ${shortSessionId(nativeId)}, ${STATES[state]}${process}, ${shortAge(now - row.lastSeenAt)}`,
    ...(isDismissed ? ["dismissed: no session receives its record"] : []),
    directory === "" ? worktree : `${worktree}/${directory}`,
    ...(branch === "" ? [] : [`on ${branch}`]),
  ];
  return facts.map((fact) => line(span(cell(fact, columns).trimEnd(), "dim")));
}

interface Part {
  title: string;
  items: readonly string[];
  note: string;
}

function sectionsOf(preview: SessionPreview, now: number): Part[] {
  const { sections, turns, files, continues, checkpoints } = preview;
  const record = sections
    .filter(({ title }) => title !== "Files changed")
    .map(({ title, items, omitted }) => ({ title, items, note: omitted > 0 ? `${omitted} more` : "" }));
  const parts = [
    ...record,
    part(
      "Newest turns",
      turns.toReversed().map(({ at, text }) => `${shortAge(now - at)}  ${text}`),
    ),
    part("Files changed", files),
    part(
      "Continues",
      continues.map(({ agent, nativeId, reason }) => `${agent} ${shortSessionId(nativeId)} (${reason})`),
    ),
    part(
      "Checkpoints",
      checkpoints.map((each) => describeCheckpoint(each, now)),
    ),
  ];
  return parts.filter(({ items }) => items.length > 0);
}

function part(title: string, items: readonly string[]): Part {
  return { title, items, note: "" };
}

function describeCheckpoint(
  { id, name, trigger, createdAt }: SessionPreview["checkpoints"][number],
  now: number,
): string {
  return `${id.slice(0, 12)}  ${name === null ? trigger : `"${name}"`}, ${shortAge(now - createdAt)}`;
}

/** The first line of an item has a mark, so that wrapped items can be distinguished. */
function sectionLines({ title, items, note }: Part, columns: number, matcher: Matcher): Line[] {
  const wrapped = items.flatMap((item) =>
    wrapText(item, columns - INDENT.length).map((text, i) =>
      line(span(i === 0 ? "- " : INDENT, "dim"), ...withMatches(text, matcher)),
    ),
  );
  const head = line(span(title, "strong"), span(note === "" ? "" : `  ${note}`, "dim"));
  return [line(), head, ...wrapped];
}
