import type { PickerTerminal, Size } from "../../src/surfaces/cli/picker/terminal/picker-terminal.ts";

const ESC = "\x1b";
/** Text after a position, up to the next one. */
const PLACED = new RegExp(`${ESC}\\[(\\d+);\\d+H((?:(?!${ESC}\\[\\d+;\\d+H)[^])*)`, "g");
const CODE = new RegExp(`${ESC}\\[[?\\d;]*[a-zA-Z]`, "g");

/** A terminal that shows what is written to it: cursor positions, text, and the alternate screen. Colors are skipped. */
export class FakeTerminal implements PickerTerminal {
  /** Everything that was written, as it was. */
  raw = "";
  isEntered = false;
  #size: Size;
  #rows: string[];
  #on: Parameters<PickerTerminal["listen"]>[0] | undefined;

  constructor(size: Size = { columns: 80, rows: 24 }) {
    this.#size = size;
    this.#rows = blank(size);
  }

  size(): Size {
    return this.#size;
  }

  write(text: string): void {
    this.raw += text;
    for (const [, row = "1", rest = ""] of text.matchAll(PLACED)) {
      const plain = rest.replaceAll(CODE, "");
      if (plain !== "") this.#rows[Number(row) - 1] = plain;
    }
  }

  enter(): void {
    this.isEntered = true;
  }

  leave(): void {
    this.isEntered = false;
  }

  listen(on: Parameters<PickerTerminal["listen"]>[0]): void {
    this.#on = on;
  }

  async suspend(): Promise<void> {}

  screen(): string {
    return this.#rows.map((row) => row.trimEnd()).join("\n");
  }

  /** Types, and waits until the screen contains a text. */
  async press(keys: string, awaited: string | RegExp): Promise<string> {
    this.#on?.input(keys);
    return await this.until(awaited);
  }

  async resize(size: Size, awaited: string | RegExp): Promise<string> {
    this.#size = size;
    this.#rows = blank(size);
    this.#on?.resize();
    return await this.until(awaited);
  }

  async until(awaited: string | RegExp): Promise<string> {
    const isThere = () =>
      typeof awaited === "string" ? this.screen().includes(awaited) : awaited.test(this.screen());
    for (let turns = 0; turns < 3_000; turns++) {
      if (isThere()) return this.screen();
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    throw new Error(`${String(awaited)} is not on the screen:\n${this.screen()}`);
  }
}

function blank({ rows }: Size): string[] {
  return Array.from({ length: rows }, () => "");
}
