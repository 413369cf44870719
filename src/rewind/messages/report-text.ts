import { bounded, boundedMiddle, oneLine } from "../../text/bounded.ts";
import { neutralize } from "../../text/neutralize.ts";
import { count } from "../../text/phrases.ts";
import { FACTS_HEAD, NO_FACTS, REPORT_TAG } from "./report-tag.ts";
import type { SpanFacts } from "./span-facts.ts";

/** Maximum length of a report in a conversation. A longer one is truncated in the middle. */
export const MAX_REPORT = 16_000;
const MAX_GOAL = 300;
/** Maximum number of names in a list, and the maximum length of a name. */
const NAMED = 40;
const MAX_NAME = 200;
/** Maximum number of quoted messages, and of characters in each. */
const QUOTED = 8;
const MAX_SHOWN = 400;
const MAX_SAID = 1_500;
const NESTED = 12;
const MAX_NESTED = 2_000;

export interface Report {
  goal: string;
  /** The id that the report cites for looking up details. */
  mark: string;
  report: string;
  facts: SpanFacts;
  /** Why the conversation could not be cut at the mark itself. */
  warning?: string | undefined;
}

/**
 * Formats the text that replaces an exploration. Everything in it is neutralized, so that only the first and last line
 * are tags. It contains no instructions.
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

/** Describes what happened, one line per kind, or a single line if nothing happened. */
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
