import { HoldfastError } from "../errors.ts";

/** A pane of a terminal multiplexer. A server that was started anew gives the same ids to other panes: hence its pid. */
export interface Pane {
  socket: string;
  server: number;
  id: string;
}

/** What a pane shows and runs at one moment. */
export interface PaneView {
  tty: string;
  /** The process that the pane was opened for. */
  pid: number;
  isDead: boolean;
  /** A person scrolls back or searches: keys do not reach the program. */
  isInMode: boolean;
  cursor: { x: number; y: number };
  lines: string[];
  /** The cursor's line without what is shown faintly: programs suggest so what might be typed. */
  cursorLine: string;
}

/** Programs in terminals that outlive us. Only panes of this user are ever touched. */
export interface Terminals {
  /** Runs a program in a new, detached pane. `name` is what a person attaches to. */
  open(wanted: { name: string; command: readonly string[]; cwd: string }): Promise<Pane>;
  /** Undefined when the pane is gone, or its id is another server's. */
  view(pane: Pane): Promise<PaneView | undefined>;
  /** Keeps the pane open while `end` ends what runs there, then runs the program in its place. */
  replace(pane: Pane, wanted: { command: readonly string[]; end: () => Promise<void> }): Promise<void>;
  /** Puts text where the cursor is, as one paste. The caller has made sure that nothing in it is a control character. */
  paste(pane: Pane, text: string): Promise<void>;
  enter(pane: Pane): Promise<void>;
}

export function endedAtOnce([program = ""]: readonly string[]): HoldfastError {
  return new HoldfastError("not_supported", `${program} ended at once: is it installed and on the PATH?`, {
    next: `Run \`${program}\` by hand to see what it says.`,
    details: { endedAtOnce: program },
  });
}
