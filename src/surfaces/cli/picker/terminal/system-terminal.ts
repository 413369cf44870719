import { writeAll } from "../../write-all.ts";
import type { PickerTerminal, Size } from "./picker-terminal.ts";

/** Alternate screen, no wrapping at the right edge, pastes marked as such, cursor hidden, everything cleared. */
const ENTER = "\x1b[?1049h\x1b[?7l\x1b[?2004h\x1b[?25l\x1b[H\x1b[2J";
const LEAVE = "\x1b[0m\x1b[?25h\x1b[?2004l\x1b[?7h\x1b[?1049l";
const SMALLEST: Size = { columns: 20, rows: 5 };

const SIGNALS = { SIGTERM: 15, SIGHUP: 1 } as const;
/** Keys that the terminal turns into signals. */
const KEY_SIGNALS = { SIGINT: "\x03", SIGTSTP: "\x1a" } as const;

/**
 * Has every key delivered at once. Returns what restores the mode; undefined if the terminal cannot do so. If this
 * process is killed, `leave` is written for it.
 */
export type TakeKeys = (leave: string) => (() => void) | undefined;

/**
 * The terminal of this process. It is given back at every end that a program can see, also at an error and at a signal;
 * after all others, such as SIGKILL, `takeKeys` gives it back.
 */
export function systemTerminal(takeKeys: TakeKeys): PickerTerminal {
  let isEntered = false;
  let giveBack = () => {};
  let onSignal: ReturnType<typeof toKeys> | undefined;
  const leave = () => {
    if (!isEntered) return;
    isEntered = false;
    process.off("exit", leave);
    process.stdin.pause();
    onSignal?.stop();
    try {
      giveBack();
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
  const readKeys = () => {
    onSignal?.start();
    giveBack = takeKeys(LEAVE) ?? setRawMode();
    process.stdin.resume();
  };
  return {
    size: readSize,
    write: (text) => writeAll(1, text),
    enter,
    leave,
    listen(on) {
      listenTo(on, leave);
      onSignal = toKeys(on.input);
      readKeys();
    },
    async suspend() {
      leave();
      // A paused input and a signal's listener do not keep the process alive.
      const alive = setInterval(() => {}, 1_000);
      await new Promise<void>((resolve) => {
        process.once("SIGCONT", resolve);
        process.kill(process.pid, "SIGSTOP");
      });
      clearInterval(alive);
      enter();
      readKeys();
    },
  };
}

function setRawMode(): () => void {
  const { stdin } = process;
  stdin.setRawMode(true);
  return () => void stdin.setRawMode(false);
}

function listenTo(on: Parameters<PickerTerminal["listen"]>[0], leave: () => void): void {
  const { stdin, stdout } = process;
  stdin.setEncoding("utf8");
  stdin.on("data", (text: string) => on.input(text));
  // The terminal was closed.
  stdin.on("end", () => process.exit(129));
  stdout.on("resize", on.resize);
  for (const [signal, number] of Object.entries(SIGNALS))
    process.once(signal, () => {
      leave();
      process.exit(128 + number);
    });
}

/** Only while the terminal is ours: afterwards these signals are meant for the agent that runs in it. */
function toKeys(input: (text: string) => void) {
  const listeners = Object.entries(KEY_SIGNALS).map(([signal, key]) => [signal, () => input(key)] as const);
  return {
    start: () => listeners.forEach(([signal, listener]) => process.on(signal, listener)),
    stop: () => listeners.forEach(([signal, listener]) => process.off(signal, listener)),
  };
}

function readSize(): Size {
  // Some terminals report no size.
  const columns = process.stdout.columns || 80;
  const rows = process.stdout.rows || 24;
  return { columns: Math.max(SMALLEST.columns, columns), rows: Math.max(SMALLEST.rows, rows) };
}
