import { withInherited } from "../../capture/inherit.ts";
import { latestWork, workSubject } from "../../capture/work-subject.ts";
import type { Capture } from "../../kernel/capture.ts";
import { bounded } from "../../text/bounded.ts";
import { neutralize } from "../../text/neutralize.ts";
import { count } from "../../text/phrases.ts";

const TITLE_CHARS = 48;
/** Length of a title where it has a line of its own. */
export const LINE_CHARS = 120;

/** The title by which people recognize a session, cut to a length (`workSubject`). */
export function workTitle(capture: Capture, max = TITLE_CHARS): string {
  return shorten(workSubject(capture), max);
}

/** The latest request that describes work, to be shown beside the title; null if the title says the same. */
export function latestRequest(capture: Capture): string | null {
  const latest = latestWork(capture);
  return latest === undefined || latest === workSubject(capture) ? null : shorten(latest, TITLE_CHARS);
}

/** The quoted title, and the latest request if it is another one: `"Build it.", latest "Quote the fields."`. */
export function quoteWork(capture: Capture): string {
  const latest = latestRequest(capture);
  return `"${workTitle(capture)}"${latest === null ? "" : `, latest "${latest}"`}`;
}

/** Neutralizes before it truncates, since a truncated tag would not be recognized. */
function shorten(title: string, max: number): string {
  return bounded(neutralize(title), max).replace(/ \S{0,20}…$/, " …");
}

/** `, 2 todos open`, or an empty string if there are none. */
export function describeOpenTodos(capture: Capture): string {
  const { todos } = withInherited(capture);
  const open = todos.filter(({ status }) => status !== "completed").length;
  return open === 0 ? "" : `, ${count(open, "todo")} open`;
}
