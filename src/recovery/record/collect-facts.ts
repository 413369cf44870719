import { withInherited } from "../../capture/inherit.ts";
import { summaryLine } from "../../capture/summary-line.ts";
import { unresolvedFailures } from "../../capture/unresolved-failures.ts";
import type { Capture } from "../../kernel/capture.ts";
import { byWorth, FACT, STANDING } from "../../statements/keep-rules.ts";
import { bounded } from "../../text/bounded.ts";
import { oneLine } from "../../text/one-line.ts";

/** One fact that can be delivered; `order` is its position among those that are delivered together. */
export interface Fact {
  text: string;
  order: number;
}

/** Where a session worked, and what its agent noted for its successor (`holdfast digest`). */
export interface Source {
  worktree: string;
  noted: string | null;
}

/** What can be delivered of a session, each kind with the most important first. */
export interface Facts {
  rules: Fact[];
  /** What may bind and mostly does not. */
  remarks: Fact[];
  request: Fact[];
  /** What a latest request that says little goes on from. */
  before: Fact[];
  goal: Fact[];
  todos: Fact[];
  decisions: Fact[];
  /** What the user refused, with their reason. */
  refusals: Fact[];
  failures: Fact[];
  noted: Fact[];
  files: Fact[];
  stopped: Fact[];
  /** What the client wrote at a compaction. */
  summary: Fact[];
}

export function collectFacts(own: Capture, { worktree, noted }: Source): Facts {
  const capture = withInherited(own);
  const latest = oneLine(capture.prompts.at(-1)?.text ?? "");
  const before = requestBefore(own, latest);
  const goal = oneLine(capture.goal ?? "");
  const said = rulesOf(capture, { latest, goal });
  const open = capture.todos.filter(({ status }) => status !== "completed");
  return {
    rules: said.filter(({ weight }) => weight >= FACT),
    remarks: said.filter(({ weight }) => weight < FACT),
    request: one(latest),
    before: one(before),
    goal: goal === latest || goal === before ? [] : one(goal),
    todos: inOrder([...open].sort(atHandFirst).map(todoLine)),
    decisions: newestFirst(capture.decisions.map(decisionLine)),
    refusals: newestFirst(refusalLines(capture)),
    failures: newestFirst(unresolvedFailures(capture).map(failureLine)),
    noted: one(oneLine(noted ?? "")),
    files: newestFirst(changedFiles(capture, worktree)),
    stopped: one(oneLine(withoutBoxes(capture.lastAnswer ?? ""))),
    summary: one(oneLine(capture.summary?.text ?? "")),
  };
}

/** "Continue" says nothing by itself: then what it continues is delivered as well. */
const SAYS_LITTLE = 24;

function requestBefore({ prompts, inherited }: Capture, latest: string): string {
  if (latest.length > SAYS_LITTLE) return "";
  return oneLine((prompts.length > 1 ? prompts.at(-2)?.text : inherited?.request) ?? "");
}

/** What the request or the goal says already is not repeated. In the order in which they were said. */
function rulesOf(
  { rules }: Capture,
  { latest, goal }: { latest: string; goal: string },
): (Fact & { weight: number })[] {
  return byWorth(rules)
    .filter(({ weight }) => weight > 0)
    .map(({ text, at, weight }) => ({ text: oneLine(text), order: at, weight }))
    .filter(({ text }) => latest.length > 200 || !latest.includes(text))
    .filter(({ text, weight }) => weight >= STANDING || !isInGoal(text, goal));
}

/** This much of the goal is delivered in any case. */
const GOAL_DELIVERED = 140;

function isInGoal(text: string, goal: string): boolean {
  return goal.startsWith(text.slice(0, GOAL_DELIVERED / 2)) || goal.slice(0, GOAL_DELIVERED).includes(text);
}

/** Those whose reason is no rule yet. */
function refusalLines({ responses, rules }: Capture): string[] {
  const refusals = responses.filter(({ channel, text }) => channel === "refusal" && text !== "");
  return refusals
    .filter(({ text }) => !rules.some((rule) => rule.weight >= FACT && text.includes(rule.text)))
    .map(({ text, asked }) =>
      asked === null ? text : `${text} (refusing: ${bounded(oneLine(asked), REFUSED)})`,
    );
}

const REFUSED = 80;

function changedFiles({ files }: Capture, worktree: string): string[] {
  return files
    .filter(({ action }) => action === "changed")
    .map(({ path }) => (path.startsWith(`${worktree}/`) ? path.slice(worktree.length + 1) : path));
}

/** The boxes are delivered as todos already. */
function withoutBoxes(answer: string): string {
  return answer.replaceAll(/^[ \t]*(?:[-*+]|\d+[.)])[ \t]+\[.\].*$/gm, "");
}

function atHandFirst(a: Capture["todos"][number], b: Capture["todos"][number]): number {
  return Number(b.status === "in_progress") - Number(a.status === "in_progress");
}

function todoLine({ content, status }: Capture["todos"][number]): string {
  return status === "in_progress" ? `${content} (in progress)` : content;
}

function decisionLine({ decision, rationale }: Capture["decisions"][number]): string {
  return rationale ? `${decision} (${rationale})` : decision;
}

/** What was run stands before what it said: the next session runs it again. */
const SAID = 100;

function failureLine({ command, output }: Capture["commands"][number]): string {
  const said = bounded(summaryLine(output), SAID);
  return said === "" ? command : `${command} → ${said}`;
}

function one(text: string): Fact[] {
  return text === "" ? [] : [{ text, order: 0 }];
}

function inOrder(texts: readonly string[]): Fact[] {
  return texts.map((text, order) => ({ text: oneLine(text), order }));
}

function newestFirst(texts: readonly string[]): Fact[] {
  return inOrder(texts).reverse();
}
