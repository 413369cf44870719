export interface Choice<T> {
  value: T;
  label: string;
  /** Details that are shown while the cursor is on the choice. */
  hint?: string;
}

/** Questions for the person at the terminal. Undefined means Ctrl-C or Esc; then nothing may be changed. */
export interface Prompts {
  /** `preselected`: what a person gets who only presses Enter (default: yes). */
  confirm(question: string, preselected?: boolean): Promise<boolean | undefined>;
  /** What is typed is not shown. */
  askSecret(question: string): Promise<string | undefined>;
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
  /** The passphrase in the environment. */
  passphrase?: string | undefined;
  say(lines: readonly string[]): void;
}
