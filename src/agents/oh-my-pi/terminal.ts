import type { TerminalClient } from "../../kernel/agent/agent.ts";

/** Measured with oh-my-pi 18.2.3. It chooses the session's id itself. */
export const terminal: TerminalClient = {
  composer: {
    marker: /^╰─ $/,
    placeholder: /^$/,
    dialog: /Enter select|Esc cancel/i,
    busy: /⎋ \S/,
  },
  commandPrefix: "!",
  skillCommand: "/skill:checkpoint",
  refused: /^(?:-[prc]|--print|--mode|--resume|--continue|--session|--fork|--no-session)(?:=|$)/,
  start: (args) => ({ command: ["omp", ...args] }),
  resume: (session, args) => ["omp", "--resume", session, ...args],
};
