import type { TerminalClient } from "../../kernel/agent/agent.ts";

/** Measured with OpenCode 1.18.33. */
export const terminal: TerminalClient = {
  composer: {
    marker: /^ *┃ {2}$/,
    placeholder: /^Ask anything/,
    dialog: /enter (?:confirm|select)|Permission required/i,
    busy: /esc (?:again to )?interrupt/,
  },
  commandPrefix: "!",
  skillCommand: "/checkpoint",
  refused: /^(?:-[cs]|run|serve|web|attach|--continue|--session|--fork)(?:=|$)/,
  start: (args) => ({ command: ["opencode", ...args] }),
  resume: (session, args) => ["opencode", "--session", session, ...args],
};
