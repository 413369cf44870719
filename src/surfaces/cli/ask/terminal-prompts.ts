import { confirm, isCancel, multiselect } from "@clack/prompts";
import { escapeTerminal } from "../../escape-terminal.ts";
import type { Choice, Prompts } from "./prompts.ts";

/** Asks with arrow keys and the space bar. What is shown is escaped, as all output is. */
export const terminalPrompts: Prompts = {
  async confirm(question) {
    return answerOf(await confirm({ message: escapeTerminal(question) }));
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
    const message = `${escapeTerminal(question)} (space to select, enter to go on)`;
    const answer = answerOf(await multiselect({ message, options, initialValues: [...initial] }));
    return answer === undefined
      ? undefined
      : choices.map(({ value }) => value).filter((value) => answer.includes(value));
  },
};

function answerOf<T>(answer: T): Exclude<T, symbol> | undefined {
  return isCancel(answer) ? undefined : (answer as Exclude<T, symbol>);
}
