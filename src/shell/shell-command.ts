/** One simple command of a shell line, without its redirects, assignments and launchers (`sudo`, `timeout 60`). */
export interface ShellCommand {
  words: string[];
  /** The files that its output goes to. */
  writes: string[];
  /** The text of its here-documents and here-strings. */
  input: string;
  /** Where it runs, relative to where the line starts; undefined if only running the line would show it. */
  directory: string | undefined;
  /** If the line succeeds, so did this command: no pipe, list or alternative hides its failure. */
  determinesSuccess: boolean;
  /** This command can be the reason why the line fails. */
  canFail: boolean;
  /** It is in a condition or after `!`, so its failure is an answer. */
  isCondition: boolean;
  /** Another command of the line reads its output, so the line does not print it. */
  isConsumed: boolean;
}
