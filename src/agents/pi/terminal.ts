import type { TerminalClient } from "../../kernel/agent/agent.ts";

/** Measured with pi 1.5.2. The composer is the line between two rules. */
export const terminal: TerminalClient = {
  composer: {
    // The client draws its own cursor, and leaves the terminal's cursor where text is typed.
    marker: /^$/,
    placeholder: /^$/,
    dialog: /Enter to select|Escape\S* to cancel/i,
    // The upper rule shows what the client is doing.
    busy: /^── \S .*─/m,
  },
  commandPrefix: "!",
  skillCommand: "/checkpoint",
  refused: /^(?:-[prc]|--print|--mode|--resume|--continue|--session|--session-id|--fork|--no-session)(?:=|$)/,
  start: (args, newId) => {
    const nativeSession = newId();
    return { command: ["pi", "--session-id", nativeSession, ...args], nativeSession };
  },
  resume: (session, args) => ["pi", "--session", session, ...args],
};
