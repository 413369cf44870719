import type { TerminalClient } from "../../kernel/agent.ts";

/** Measured with OpenClaw 2026.9.6. */
export const terminal: TerminalClient = {
  composer: {
    marker: /^$/,
    placeholder: /^$/,
    dialog: /enter (?:confirm|select)/i,
    busy: /esc (?:to )?(?:abort|interrupt)/i,
  },
  refused: /^(?:gateway|agent|acp|--session|--message|--local)(?:=|$)/,
  start: (args) => ({ command: ["openclaw", "tui", ...args] }),
  resume: (session, args) => ["openclaw", "tui", "--session", session, ...args],
};
