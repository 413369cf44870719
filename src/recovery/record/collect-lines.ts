import { withInherited } from "../../capture/inherit.ts";
import { summaryLine } from "../../capture/summary-line.ts";
import { unresolvedFailures } from "../../capture/unresolved-failures.ts";
import type { Capture } from "../../kernel/capture.ts";
import { ownWords } from "../../statements/own-words.ts";
import { bounded, boundedEnd, boundedMiddle } from "../../text/bounded.ts";
import { plainLine } from "./plain-line.ts";
import type { Line, SectionName } from "./sections.ts";
import { sentenceLines } from "./sentence-lines.ts";

/** Where a session worked, and what its agent noted for its successor (`holdfast digest`). */
export interface Source {
  worktree: string;
  noted: string | null;
}

/** Everything that can be told of a session. */
export function collectLines(own: Capture, { worktree, noted }: Source): Line[] {
  const capture = withInherited(own);
  const open = capture.todos.filter(({ status }) => status !== "completed");
  return [
    ...sentenceLines(capture),
    ...lines(
      "todos",
      [...open].sort(atHandFirst).map(todoLine),
      [0.95, 0.95, 0.95, 0.9, 0.9, 0.9, 0.8, 0.8, 0.6],
    ),
    ...newestFirst("decisions", decisionsOf(capture).map(decisionLine), [0.9, 0.85, 0.8, 0.7, 0.6]),
    ...lines("noted", noted === null ? [] : [bounded(plainLine(noted), 500)], [0.95]),
    ...newestFirst("failures", failureLines(capture), [1, 0.5, 0.3]),
    ...newestFirst("files", changedFiles(capture, worktree), [0.5, 0.4, 0.3, 0.15, 0.1]),
    ...lines("stopped", stopped(capture), [0.15]),
    ...lines("summary", [bounded(plainLine(capture.summary?.text ?? ""), SUMMARY)], [0.3]),
  ];
}

/** The values of the first items; the rest have the last one's, less and less. */
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

function changedFiles({ files }: Capture, worktree: string): string[] {
  return files
    .filter(({ action }) => action === "changed")
    .map(({ path }) => (path.startsWith(`${worktree}/`) ? path.slice(worktree.length + 1) : path));
}

/** The user's answers stand among what the user said. */
function decisionsOf({ decisions, sentences }: Capture): Capture["decisions"] {
  const said = new Set(sentences.map(({ text }) => text));
  return decisions.filter(({ decision }) => !said.has(decision));
}

const STOPPED = 220;
const SUMMARY = 500;

/** The boxes are told as todos already. */
function stopped({ lastAnswer }: Capture): string[] {
  const prose = ownWords(lastAnswer ?? "").own.replaceAll(/^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[.\].*$/gm, "");
  return [boundedEnd(plainLine(prose), STOPPED)];
}

function atHandFirst(a: Capture["todos"][number], b: Capture["todos"][number]): number {
  return Number(b.status === "in_progress") - Number(a.status === "in_progress");
}

const ITEM = 160;

function todoLine({ content, status }: Capture["todos"][number]): string {
  const line = plainLine(content);
  return bounded(status === "in_progress" ? `${line} (in progress)` : line, ITEM);
}

function decisionLine({ decision, rationale }: Capture["decisions"][number]): string {
  return bounded(plainLine(rationale ? `${decision} (${rationale})` : decision), 2 * ITEM);
}

/** What was run stands before what it said: the next session runs it again. */
const RUN = 60;
const SAID = 120;

/** Several commands may fail for one reason; the last of them stands for it. */
function failureLines(capture: Capture): string[] {
  const byReason = new Map<string, string>();
  for (const { command, output } of unresolvedFailures(capture)) {
    const said = boundedMiddle(plainLine(summaryLine(output)), SAID);
    const line =
      said === "" ? bounded(plainLine(command), ITEM) : `${bounded(plainLine(command), RUN)} → ${said}`;
    byReason.delete(said || line);
    byReason.set(said || line, line);
  }
  return [...byReason.values()];
}
