import { withInherited } from "../../capture/inherit.ts";
import type { Capture } from "../../kernel/capture.ts";
import { describesWork } from "../../statements/describes-work.ts";
import { bounded } from "../../text/bounded.ts";
import { neutralize } from "../../text/neutralize.ts";
import { count } from "../../text/phrases.ts";

const TITLE_CHARS = 48;

/** A one-line title by which people recognize a session: its latest request that describes work, otherwise its goal. */
export function workTitle(capture: Capture): string {
  const { goal, prompts } = withInherited(capture);
  const texts = prompts.map(({ text }) => text.replaceAll(/[\p{C}\s]+/gu, " ").trim());
  const request = texts.findLast(describesWork) ?? goal?.replaceAll(/[\p{C}\s]+/gu, " ").trim();
  // Neutralized before truncation, since a truncated tag would not be recognized.
  return bounded(neutralize(request ?? ""), TITLE_CHARS).replace(/ \S{0,20}…$/, " …");
}

/** `, 2 todos open`, or an empty string if there are none. */
export function describeOpenTodos(capture: Capture): string {
  const { todos } = withInherited(capture);
  const open = todos.filter(({ status }) => status !== "completed").length;
  return open === 0 ? "" : `, ${count(open, "todo")} open`;
}
