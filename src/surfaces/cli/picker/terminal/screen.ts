import type { Frame } from "../view/frame.ts";
import { paint } from "../view/paint.ts";

/** Terminals that know it show everything between these two at once; the others ignore them. */
const BEGIN = "\x1b[?2026h";
const END = "\x1b[?2026l";

/** Draws frames: of each one, only the lines that differ from the one before are written. */
export interface Screen {
  draw(frame: Frame): void;
  /** Forgets what is on the terminal, so that the next frame is written as a whole. */
  forget(): void;
}

export function createScreen(write: (text: string) => void, colors: boolean): Screen {
  let drawn: readonly string[] = [];
  let cursor = "";
  return {
    draw(frame) {
      const lines = frame.lines.map((each) => paint(each, colors));
      const changes = lines.flatMap((text, i) => (text === drawn[i] ? [] : [`\x1b[${i + 1};1H${text}`]));
      const placed = placeCursor(frame.cursor);
      if (changes.length === 0 && placed === cursor) return;
      write(`${BEGIN}\x1b[?25l${changes.join("")}${placed}${END}`);
      drawn = lines;
      cursor = placed;
    },
    forget() {
      drawn = [];
      cursor = "";
    },
  };
}

function placeCursor(cursor: Frame["cursor"]): string {
  return cursor ? `\x1b[${cursor.row + 1};${cursor.column + 1}H\x1b[?25h` : "";
}
