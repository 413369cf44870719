import { withInherited } from "../../capture/inherit.ts";
import type { Capture } from "../../kernel/capture.ts";
import { bounded } from "../../text/bounded.ts";
import { count } from "../../text/count.ts";

const TITLE_CHARS = 48;

/** Words of greetings and of "go on": they describe no work. */
const EMPTY_WORDS = new Set(
  "hi hello hey hallo there good morning thanks thank you ok okay yes yep no sure please go on ahead continue proceed keep going carry resume next now and do it so that this with the work weiter bitte danke".split(
    " ",
  ),
);

/** One line by which a person recognizes a session: its latest request that describes work, otherwise its goal. */
export function workTitle(capture: Capture): string {
  const { goal, prompts } = withInherited(capture);
  const texts = prompts.map(({ text }) => text.replaceAll(/[\p{C}\s]+/gu, " ").trim());
  const request = texts.findLast(describesWork) ?? goal?.replaceAll(/[\p{C}\s]+/gu, " ").trim();
  return bounded(request ?? texts.at(-1) ?? "", TITLE_CHARS).replace(/ \S{0,20}…$/, " …");
}

function describesWork(text: string): boolean {
  const words = text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
  return words.some((word) => !EMPTY_WORDS.has(word));
}

/** `, 2 todos open`; nothing when none is. */
export function describeOpenTodos(capture: Capture): string {
  const { todos } = withInherited(capture);
  const open = todos.filter(({ status }) => status !== "completed").length;
  return open === 0 ? "" : `, ${count(open, "todo")} open`;
}
