import { writeAll } from "../../write-all.ts";
import type { PickerTerminal, Size } from "./picker-terminal.ts";

/** Alternate screen, no wrapping at the right edge, pastes marked as such, cursor hidden, everything cleared. */
const ENTER = "\x1b[?1049h\x1b[?7l\x1b[?2004h\x1b[?25l\x1b[H\x1b[2J";
const LEAVE = "\x1b[0m\x1b[?25h\x1b[?2004l\x1b[?7h\x1b[?1049l";
const SMALLEST: Size = { columns: 20, rows: 5 };

const SIGNALS = { SIGTERM: 15, SIGHUP: 1, SIGINT: 2 } as const;

/**
 * The terminal of this process. It is given back at every end that a program can see: also at a crash and at a signal.
 * Only after SIGKILL does the shell keep the alternate screen, until the picker is opened and left again.
 */
export function systemTerminal(): PickerTerminal {
  let isEntered = false;
  const leave = () => {
    if (!isEntered) return;
    isEntered = false;
    process.off("exit", leave);
    if (process.stdin.isTTY) process.stdin.setRawMode(false);
    process.stdin.pause();
    try {
      writeAll(1, LEAVE);
    } catch {
      // The terminal is gone: there is nothing to give back.
    }
  };
  const enter = () => {
    isEntered = true;
    process.once("exit", leave);
    writeAll(1, ENTER);
  };
  return {
    size: readSize,
    write: (text) => writeAll(1, text),
    enter,
    leave,
    listen(on) {
      listenTo(on, leave);
    },
    async suspend() {
      leave();
      await new Promise<void>((resolve) => {
        process.once("SIGCONT", resolve);
        process.kill(process.pid, "SIGTSTP");
      });
      enter();
      process.stdin.setRawMode(true);
      process.stdin.resume();
    },
  };
}

function listenTo(on: Parameters<PickerTerminal["listen"]>[0], leave: () => void): void {
  const { stdin, stdout } = process;
  stdin.setRawMode(true);
  stdin.setEncoding("utf8");
  stdin.on("data", (text: string) => on.input(text));
  // The terminal was closed.
  stdin.on("end", () => process.exit(129));
  stdin.resume();
  stdout.on("resize", on.resize);
  for (const [signal, number] of Object.entries(SIGNALS))
    process.once(signal, () => {
      leave();
      process.exit(128 + number);
    });
}

function readSize(): Size {
  // Some terminals report no size.
  const columns = process.stdout.columns || 80;
  const rows = process.stdout.rows || 24;
  return { columns: Math.max(SMALLEST.columns, columns), rows: Math.max(SMALLEST.rows, rows) };
}
