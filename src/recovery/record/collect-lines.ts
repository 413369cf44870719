import { summaryLine } from "../../capture/facts/shorten-output.ts";
import { changedPaths, deletedPaths, withInherited } from "../../capture/inherit.ts";
import { openFailures, unfinishedCommands } from "../../capture/open-failures.ts";
import type { Capture } from "../../kernel/capture.ts";
import { truncateToBestClauses } from "../../statements/best-clauses.ts";
import { bounded, boundedBetweenWords, MAX_TEXT } from "../../text/bounded.ts";
import { plainLine } from "../../text/fence.ts";
import { shownPath } from "../../text/shown-path.ts";
import { answerLines } from "./answer-lines.ts";
import type { Line, SectionName } from "./sections.ts";
import { REQUEST_CHARS, sentenceLines } from "./sentence-lines.ts";
import { summaryLines } from "./summary-lines.ts";

export interface Source {
  worktree: string;
  /** Where the reader is: paths of the same worktree are relative to it (default: the root of the worktree). */
  from?: string | undefined;
  /** What the agent noted for its successor (`holdfast digest`). */
  noted: string | null;
  /** The same conversation continues, so that the client's own summary is in the context. */
  isOngoing?: boolean;
}

/** All lines that the record of a session may contain, with up to `requestChars` of the latest request. */
export function collectLines(
  own: Capture,
  { worktree, from, noted, isOngoing }: Source,
  requestChars: number = MAX_TEXT,
): Line[] {
  const capture = withInherited(own);
  const mayGrow = requestChars > REQUEST_CHARS;
  const note = noted === null ? "" : bounded(plainLine(noted), 500);
  const open = capture.todos.filter(({ status }) => status !== "completed");
  return [
    ...sentenceLines(capture, requestChars),
    ...lines(
      "todos",
      [...open].sort(inProgressFirst).map(todoLine),
      [0.95, 0.95, 0.95, 0.9, 0.9, 0.9, 0.8, 0.8, 0.6],
    ),
    ...(mayGrow ? planLines(capture) : []),
    ...newestFirst("decisions", decisionsOf(capture, note).map(decisionLine), [0.9, 0.85, 0.8, 0.7, 0.6]),
    ...lines("noted", [note], [0.95]),
    ...newestFirst("failures", failureLines(capture), [1, 0.5, 0.3]),
    ...(isOngoing ? [] : lines("unfinished", unfinishedCommands(capture).map(unfinishedLine), [0.9, 0.5])),
    ...newestFirst("files", changedFiles(capture, { worktree, from }), [0.5, 0.4, 0.3, 0.15, 0.1]),
    ...answerLines(capture, mayGrow),
    ...(isOngoing ? [] : summaryLines(capture)),
  ];
}

/** Assigns values to lines. Lines beyond `values` get decreasing fractions of the last value. */
function lines(section: SectionName, texts: readonly string[], values: readonly number[]): Line[] {
  return texts
    .map((text) => plainLine(text))
    .filter((text) => text !== "")
    .map((text, order) => ({ section, text, order, value: valueAt(values, order) }));
}

function valueAt(values: readonly number[], i: number): number {
  return values[i] ?? ((values.at(-1) ?? 0) * values.length) / (i + 1);
}

function newestFirst(section: SectionName, texts: readonly string[], values: readonly number[]): Line[] {
  const newest = lines(section, texts.toReversed(), values);
  return newest.map((line) => ({ ...line, order: newest.length - line.order }));
}

function changedFiles(capture: Capture, reader: Pick<Source, "worktree" | "from">): string[] {
  const deleted = deletedPaths(capture).map((path) => `${shownPath(path, reader)} (deleted)`);
  return [...deleted, ...changedPaths(capture).map((path) => shownPath(path, reader))];
}

/** Omits the user's own answers, since the sentences include them, and what the agent noted for its successor. */
function decisionsOf({ decisions, sentences }: Capture, note: string): Capture["decisions"] {
  const answers = new Set(sentences.map(({ text }) => text));
  return decisions.filter(
    ({ decision, rationale }) =>
      !answers.has(decision) && (rationale !== null || !note.includes(plainLine(decision))),
  );
}

function inProgressFirst(a: Capture["todos"][number], b: Capture["todos"][number]): number {
  return Number(b.status === "in_progress") - Number(a.status === "in_progress");
}

const ITEM = 160;

function todoLine({ content, status }: Capture["todos"][number]): string {
  const state = status === "in_progress" ? " (in progress)" : "";
  return `${truncateToBestClauses(plainLine(content), ITEM - state.length)}${state}`;
}

function decisionLine({ decision, rationale }: Capture["decisions"][number]): string {
  return truncateToBestClauses(plainLine(rationale ? `${decision} (${rationale})` : decision), 2 * ITEM);
}

function unfinishedLine({ command }: Capture["commands"][number]): string {
  return bounded(plainLine(command), ITEM);
}

/** Limits of a failure line. The command comes first, since the next session runs it again. */
const COMMAND = 60;
const OUTPUT = 120;

/** If several commands failed for the same reason, only the last one is listed. */
function failureLines(capture: Capture): string[] {
  const byReason = new Map<string, string>();
  for (const { command, output } of openFailures(capture)) {
    const reason = boundedBetweenWords(plainLine(summaryLine(output)), OUTPUT);
    const line =
      reason === ""
        ? bounded(plainLine(command), ITEM)
        : `${bounded(plainLine(command), COMMAND)} → ${reason}`;
    byReason.delete(reason || line);
    byReason.set(reason || line, line);
  }
  return [...byReason.values()];
}

/** Below what the user said, and just worth making a record longer. */
const PLAN_VALUE = 0.08;

/** The mark of a list item. The lines are a list anyway. */
const MARK = /^\s*[-*+]\s+(?:\[.\]\s+)?/;

/** The heading and the steps of the newest plan that the user approved, as the agent wrote them. */
function planLines({ responses }: Pick<Capture, "responses">): Line[] {
  const plan = responses.findLast(({ channel, text }) => channel === "plan" && text !== "");
  const texts = (plan?.text ?? "").split("\n").map((line) => plainLine(line.replace(MARK, "")));
  return texts
    .filter((text) => text !== "")
    .map((text, order) => ({ section: "plan", text, order, value: PLAN_VALUE }));
}
