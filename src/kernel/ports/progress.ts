/** Shows a person the progress of slow work. */
export interface Progress {
  /** Prints a permanent line before the work begins. */
  say(text: string): void;
  start(text: string): void;
  update(text: string): void;
  /** Clears the progress line. */
  stop(): void;
}
