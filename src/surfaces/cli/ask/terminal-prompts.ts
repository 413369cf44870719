import { confirm, isCancel, multiselect, password, select } from "@clack/prompts";
import { escapeTerminal } from "../../escape-terminal.ts";
import { cutTo } from "../layout/text-width.ts";
import type { Choice, Prompts } from "./prompts.ts";

/** Columns that are not available to a label: the list also counts the codes of colors. */
const MARGIN = 15;
/** Items that are shown at once. */
const ROWS = 12;

/** Prompts with arrow keys and the space bar. All shown text is escaped, as in all output. */
export const terminalPrompts: Prompts = {
  async confirm(question, preselected = true) {
    return answerOf(await confirm({ message: escapeTerminal(question), initialValue: preselected }));
  },
  async askSecret(question) {
    return answerOf(await password({ message: escapeTerminal(question) }));
  },
  async chooseOne(question, choices) {
    const room = Math.max(20, (process.stdout.columns || 80) - MARGIN);
    const options = choices.map(({ value, label, hint }) => ({
      value,
      label: cutTo(escapeTerminal(label), room),
      ...(hint === undefined ? {} : { hint: escapeTerminal(hint) }),
    }));
    return answerOf(await select({ message: escapeTerminal(question), options, maxItems: ROWS }));
  },
  async chooseSeveral<T extends string>(
    question: string,
    choices: readonly Choice<T>[],
    initial: readonly T[],
  ) {
    const options = choices.map(({ value, label, hint }) => ({
      value: value as string,
      label: escapeTerminal(label),
      ...(hint === undefined ? {} : { hint: escapeTerminal(hint) }),
    }));
    const message = `${escapeTerminal(question)} (space to select, enter to continue)`;
    const answer = answerOf(await multiselect({ message, options, initialValues: [...initial] }));
    return answer === undefined
      ? undefined
      : choices.map(({ value }) => value).filter((value) => answer.includes(value));
  },
};

function answerOf<T>(answer: T): Exclude<T, symbol> | undefined {
  return isCancel(answer) ? undefined : (answer as Exclude<T, symbol>);
}
