/** Shows a person how far work is that takes long. */
export interface Progress {
  /** Prints what they should know before it begins; it stays there. */
  say(text: string): void;
  start(text: string): void;
  update(text: string): void;
  /** Clears what it showed. */
  stop(): void;
}
