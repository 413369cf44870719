/** Shows a person how far work is that takes long. */
export interface Progress {
  /** Tells what they should know before it begins; it stays there. */
  say(text: string): void;
  start(text: string): void;
  update(text: string): void;
  /** Takes what it showed away. */
  stop(): void;
}
