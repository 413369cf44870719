import { HoldfastError } from "../errors.ts";

/** A pane of a terminal multiplexer. Includes the server's pid, since a restarted server reuses pane ids. */
export interface Pane {
  socket: string;
  server: number;
  id: string;
}

/** A snapshot of a pane. */
export interface PaneView {
  tty: string;
  /** The process that the pane was opened for. */
  pid: number;
  isDead: boolean;
  /** The pane is in a mode such as scrolling or searching, so keys do not reach the program. */
  isInMode: boolean;
  cursor: { x: number; y: number };
  lines: string[];
  /** The cursor's line without dimmed text, with which programs show suggestions. */
  cursorLine: string;
}

/** Terminals whose programs keep running after Holdfast exits. Accesses only panes of this user. */
export interface Terminals {
  /** Runs a program in a new, detached pane. `name` is the session name that a person attaches to. */
  open(wanted: { name: string; command: readonly string[]; cwd: string }): Promise<Pane>;
  /** Undefined if the pane is gone or its id now belongs to another server. */
  view(pane: Pane): Promise<PaneView | undefined>;
  /** Calls `end` to end the running program, keeping the pane open, and then runs `command` in the pane. */
  replace(pane: Pane, wanted: { command: readonly string[]; end: () => Promise<void> }): Promise<void>;
  /** Pastes text at the cursor. The text must not contain control characters. */
  paste(pane: Pane, text: string): Promise<void>;
  enter(pane: Pane): Promise<void>;
}

export function endedAtOnce([program = ""]: readonly string[]): HoldfastError {
  return new HoldfastError(
    "not_supported",
    `${program} exited immediately. Is it installed and on the PATH?`,
    {
      next: `Run \`${program}\` yourself to see its output.`,
      details: { endedAtOnce: program },
    },
  );
}
