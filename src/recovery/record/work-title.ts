import { basename } from "node:path";
import { requestsOf } from "../../capture/has-work.ts";
import { changedPaths, deletedPaths, withInherited } from "../../capture/inherit.ts";
import type { Capture } from "../../kernel/capture.ts";
import { describesWork } from "../../statements/describes-work.ts";
import { bounded } from "../../text/bounded.ts";
import { neutralize } from "../../text/neutralize.ts";
import { count } from "../../text/phrases.ts";

const TITLE_CHARS = 48;
/** Length of a title where it has a line of its own. */
export const LINE_CHARS = 120;

/**
 * A one-line title by which people recognize a session: its goal or the one that it took over, otherwise the first
 * request that describes work, otherwise what it did. Empty only for a session without work. `list` does not use it: it
 * shows checkpoints by their name, step or digest, and sessions without any by what was asked.
 */
export function workTitle(capture: Capture, max = TITLE_CHARS): string {
  return shorten(subjectOf(capture), max);
}

/** The latest request that describes work, to be shown beside the title; null if the title says the same. */
export function latestRequest(capture: Capture): string | null {
  const latest = requestIn(withInherited(capture).prompts, "latest");
  return latest === undefined || latest === subjectOf(capture) ? null : shorten(latest, TITLE_CHARS);
}

/** The quoted title, and the latest request if it is another one: `"Build it.", latest "Quote the fields."`. */
export function quoteWork(capture: Capture): string {
  const latest = latestRequest(capture);
  return `"${workTitle(capture)}"${latest === null ? "" : `, latest "${latest}"`}`;
}

function subjectOf(capture: Capture): string {
  const whole = withInherited(capture);
  const first = capture.goal ?? whole.goal ?? requestIn(whole.prompts, "first");
  return plain(first ?? agreedOn(whole) ?? changesOf(whole));
}

/** Looks from that end, since a list shows many sessions, and each has many prompts. */
function requestIn(prompts: Capture["prompts"], which: "first" | "latest"): string | undefined {
  const isWork = ({ text }: { text: string }) => describesWork(plain(text));
  const found = which === "first" ? prompts.find(isWork) : prompts.findLast(isWork);
  return found && plain(found.text);
}

/** Neutralizes before it truncates, since a truncated tag would not be recognized. */
function shorten(title: string, max: number): string {
  return bounded(neutralize(title), max).replace(/ \S{0,20}…$/, " …");
}

function plain(text: string): string {
  return text.replaceAll(/[\p{C}\s]+/gu, " ").trim();
}

/** What the agent proposed or asked, if the person only agreed to it or answered. */
function agreedOn(capture: Capture): string | undefined {
  const agreed = requestsOf(capture).length > 0 ? capture.proposal : null;
  return agreed ?? capture.responses.findLast(({ asked }) => asked !== null)?.asked ?? undefined;
}

function changesOf(capture: Capture): string {
  const paths = [...deletedPaths(capture), ...changedPaths(capture)];
  const name = basename(paths.at(-1) ?? "");
  if (name === "") return "";
  return `changes in ${paths.length === 1 ? name : `${name} and ${count(paths.length - 1, "more file")}`}`;
}

/** `, 2 todos open`, or an empty string if there are none. */
export function describeOpenTodos(capture: Capture): string {
  const { todos } = withInherited(capture);
  const open = todos.filter(({ status }) => status !== "completed").length;
  return open === 0 ? "" : `, ${count(open, "todo")} open`;
}
