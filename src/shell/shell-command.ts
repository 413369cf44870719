/** One simple command of a shell line, without its redirects, assignments and launchers (`sudo`, `timeout 60`). */
export interface ShellCommand {
  words: string[];
  /** The files that its output goes to. */
  writes: string[];
  /** What a here-document gives it to read. */
  input: string;
  /** Where it runs, from where the line starts; undefined if only running the line would show it. */
  directory: string | undefined;
  /** If the line succeeds, this command did: no pipe, list or alternative hides its failure. */
  decides: boolean;
  /** If the line fails, it can be because of this command. */
  canFail: boolean;
  /** After `!`, or in a condition: its failure is an answer. */
  isAsked: boolean;
  /** Its output is read by a command of the line, so that it is not what the line prints. */
  isRead: boolean;
}
