export interface Choice<T> {
  value: T;
  label: string;
  /** Details that are shown while the cursor is on the choice. */
  hint?: string;
}

/** Questions for the person at the terminal. Undefined means Ctrl-C or Esc; then nothing may be changed. */
export interface Prompts {
  confirm(question: string): Promise<boolean | undefined>;
  chooseOne(question: string, choices: readonly Choice<string>[]): Promise<string | undefined>;
  chooseSeveral<T extends string>(
    question: string,
    choices: readonly Choice<T>[],
    initial: readonly T[],
  ): Promise<T[] | undefined>;
}

/** `say` prints. `prompts` is missing if no one can or wants to answer. */
export interface TerminalDialog {
  prompts: Prompts | undefined;
  say(lines: readonly string[]): void;
}
