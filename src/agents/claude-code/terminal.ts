import type { TerminalClient } from "../../kernel/agent.ts";

/** As seen with Claude Code 2.1.329. */
export const terminal: TerminalClient = {
  composer: {
    marker: /^❯ $/,
    placeholder: /^(?:Try "|Press up to edit)/,
    dialog: /Esc to cancel|Enter to confirm|^\s*❯ \d+\. /im,
    busy: /esc to interrupt/,
  },
  start: (args, session) => ["claude", ...(session === undefined ? [] : ["--session-id", session]), ...args],
  resume: (session, args) => ["claude", "--resume", session, ...args],
};
