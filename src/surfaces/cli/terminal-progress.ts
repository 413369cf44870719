import yoctoSpinner from "yocto-spinner";
import type { Progress } from "../../kernel/ports/progress.ts";
import { escapeTerminal } from "../escape-terminal.ts";
import { cutTo } from "./layout/text-width.ts";

/** Columns of the spinner and the space after it. */
const SIGN = 2;

/** A spinner on standard error. The program's own output appears above it. */
export function terminalProgress(): Progress {
  const shown = yoctoSpinner();
  const fitted = (text: string) =>
    cutTo(escapeTerminal(text), Math.max(20, (process.stderr.columns || 80) - SIGN - 1));
  return {
    say: (text) => {
      process.stderr.write(`${escapeTerminal(text)}\n`);
    },
    start: (text) => {
      shown.start(fitted(text));
    },
    update: (text) => {
      shown.text = fitted(text);
    },
    stop: () => {
      shown.stop();
    },
  };
}
