import type { TerminalClient } from "../../kernel/agent.ts";

/** Measured with pi 1.5.2. The composer is the line between two rules. */
export const terminal: TerminalClient = {
  composer: {
    marker: /^$/,
    placeholder: /^$/,
    dialog: /enter select|↑↓/i,
    busy: /Working|esc(?:ape)? to (?:cancel|interrupt)/i,
  },
  commandPrefix: "!",
  refused: /^(?:-[prc]|--print|--mode|--resume|--continue|--session|--session-id|--fork|--no-session)(?:=|$)/,
  start: (args, newId) => {
    const nativeSession = newId();
    return { command: ["pi", "--session-id", nativeSession, ...args], nativeSession };
  },
  resume: (session, args) => ["pi", "--session", session, ...args],
};
