export interface Size {
  columns: number;
  rows: number;
}

/** The terminal that the picker draws on. */
export interface PickerTerminal {
  size(): Size;
  write(text: string): void;
  /** Takes the terminal over: alternate screen, raw input. `leave` gives it back, as often as it is called. */
  enter(): void;
  leave(): void;
  /** Calls back with what is typed, until the terminal is left. */
  listen(on: { input(text: string): void; resize(): void }): void;
  /** Gives the terminal to the shell until the person continues this program. */
  suspend(): Promise<void>;
}
