import { bounded, boundedMiddle, oneLine } from "../../text/bounded.ts";
import { neutralize } from "../../text/neutralize.ts";
import { count } from "../../text/phrases.ts";
import { FACTS_HEAD, NO_FACTS, REPORT_TAG } from "./report-tag.ts";
import type { SpanFacts } from "./span-facts.ts";

/** Characters of a report that a conversation receives; a longer one loses its middle. */
export const MAX_REPORT = 16_000;
const MAX_GOAL = 300;
/** Names in one list, and characters of one of them. */
const NAMED = 40;
const MAX_NAME = 200;
/** What was shown or said is quoted, the newest in full as far as it fits. */
const QUOTED = 8;
const MAX_SHOWN = 400;
const MAX_SAID = 1_500;
const NESTED = 12;
const MAX_NESTED = 2_000;

export interface Report {
  goal: string;
  /** Cited, so that more can be looked up. */
  mark: string;
  report: string;
  facts: SpanFacts;
  /** Why the conversation could not be cut at the mark itself. */
  warning?: string | undefined;
}

/**
 * The one text that a conversation keeps of an exploration. Everything in it is neutral: only its first and last line are
 * a tag. It neither asks for anything nor forbids it.
 */
export function reportText({ goal, mark, report, facts, warning }: Report): string {
  const lines = [
    `The exploration "${bounded(oneLine(goal), MAX_GOAL)}" is over. This report, a record of your own work, replaces it.`,
    ...(warning === undefined ? [] : [`Note: ${warning}`]),
    "",
    "Report:",
    boundedMiddle(report.trim(), MAX_REPORT),
    "",
    FACTS_HEAD,
    ...factLines(facts).map((line) => `- ${line}`),
    "",
    "To explore again, open a new checkpoint.",
  ];
  return `<${REPORT_TAG} mark="${mark.replaceAll(/[^\w.:-]/g, "")}">\n${neutralize(lines.join("\n"))}\n</${REPORT_TAG}>`;
}

/** What happened, a line for each kind; one that says so if nothing did. */
export function factLines(facts: SpanFacts): string[] {
  const { filesRead, filesChanged, commands, otherCalls, shown, said, nested } = facts;
  const lines = [
    ...(filesRead.length > 0
      ? [`Read ${count(filesRead.length, "file")}: ${names(filesRead, shortName)}`]
      : []),
    ...(filesChanged.length > 0
      ? [`Changed ${count(filesChanged.length, "file")}: ${names(filesChanged, shortName)}`]
      : []),
    ...(commands.length > 0
      ? [`Ran ${count(commands.length, "command")}: ${names(commands, commandText)}`]
      : []),
    ...(otherCalls.length > 0
      ? [`Other calls: ${names(otherCalls, ({ tool, count: times }) => `${shortName(tool)} (${times})`)}`]
      : []),
    ...(shown.length > 0
      ? [`The user has already read ${count(shown.length, "message")} of yours: ${quotes(shown, MAX_SHOWN)}`]
      : []),
    ...(said.length > 0 ? [`The user said meanwhile: ${quotes(said, MAX_SAID)}`] : []),
    ...nested.slice(-NESTED).map((line) => bounded(oneLine(line), MAX_NESTED)),
  ];
  return lines.length > 0 ? lines : [NO_FACTS];
}

function commandText({ command, ok }: SpanFacts["commands"][number]): string {
  return `\`${shortName(command)}\`${ok === false ? " (failed)" : ""}`;
}

function shortName(name: string): string {
  return bounded(oneLine(name), MAX_NAME);
}

function names<T>(all: readonly T[], textOf: (one: T) => string): string {
  const more = all.length - NAMED;
  const shown = all.slice(-NAMED).map(textOf);
  return `${shown.join(", ")}${more > 0 ? ` and ${more} more before` : ""}`;
}

function quotes(all: readonly string[], limit: number): string {
  const more = all.length - QUOTED;
  const quoted = all.slice(-QUOTED).map((text) => `"${bounded(oneLine(text), limit)}"`);
  return `${quoted.join("; ")}${more > 0 ? ` and ${more} more before` : ""}`;
}
