import type { TerminalClient } from "../../kernel/agent.ts";

/** As seen with Gemini CLI 0.61.0. */
export const terminal: TerminalClient = {
  composer: {
    marker: /^ > $/,
    placeholder: /^Type your message/,
    dialog: /^[│\s]*● \d+\. |suggest changes \(esc\)/m,
    busy: /esc to cancel/,
  },
  start: (args, session) => ["gemini", ...(session === undefined ? [] : ["--session-id", session]), ...args],
  resume: (session, args) => ["gemini", "--resume", session, ...args],
};
