import type { TerminalClient } from "../../../src/kernel/agent/agent.ts";

export const terminal: TerminalClient = {
  composer: { marker: /^\$ $/, placeholder: /^$/, dialog: /\[y\/n\]/, busy: /working/ },
  refused: /^--resume$/,
  start: (args) => ({ command: ["scribe", ...args] }),
  resume: (session, args) => ["scribe", "--resume", session, ...args],
};
