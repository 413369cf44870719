import { basename } from "node:path";
import { requestsOf } from "../../capture/has-work.ts";
import { changedPaths, deletedPaths, withInherited } from "../../capture/inherit.ts";
import type { Capture } from "../../kernel/capture.ts";
import { describesWork } from "../../statements/describes-work.ts";
import { bounded } from "../../text/bounded.ts";
import { neutralize } from "../../text/neutralize.ts";
import { count } from "../../text/phrases.ts";

const TITLE_CHARS = 48;
const SUBJECT_CHARS = 120;

/**
 * A one-line title by which people recognize a session: its latest request that describes work, otherwise its goal,
 * otherwise what it did. Empty only for a session without work.
 */
export function workTitle(capture: Capture): string {
  const whole = withInherited(capture);
  // From the end, since a list shows many sessions and each has many prompts.
  const request = whole.prompts.findLast(({ text }) => describesWork(plain(text)));
  const title = plain(request?.text ?? whole.goal ?? agreedOn(whole) ?? changesOf(whole));
  return shorten(title, TITLE_CHARS);
}

/** What a session is about, for lists that show its latest request too: its first request, otherwise its title. */
export function workSubject(capture: Capture): string {
  return capture.goal === null ? workTitle(capture) : shorten(plain(capture.goal), SUBJECT_CHARS);
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
