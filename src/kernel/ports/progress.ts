/** Shows a person how far work is that takes long. */
export interface Progress {
  start(text: string): void;
  update(text: string): void;
  /** Takes what it showed away. */
  stop(): void;
}
