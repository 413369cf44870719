import type { TerminalClient } from "../../kernel/agent/agent.ts";

/** Measured with pi 1.5.2. The composer is the line between two rules. */
export const terminal: TerminalClient = {
  composer: {
    // The client draws its cursor itself, and leaves the terminal's where it types.
    marker: /^$/,
    placeholder: /^$/,
    dialog: /Enter to select|Escape\S* to cancel/i,
    // What it does stands in the upper rule.
    busy: /^── \S .*─/m,
  },
  commandPrefix: "!",
  refused: /^(?:-[prc]|--print|--mode|--resume|--continue|--session|--session-id|--fork|--no-session)(?:=|$)/,
  start: (args, newId) => {
    const nativeSession = newId();
    return { command: ["pi", "--session-id", nativeSession, ...args], nativeSession };
  },
  resume: (session, args) => ["pi", "--session", session, ...args],
};
