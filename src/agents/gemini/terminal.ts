import type { TerminalClient } from "../../kernel/agent/agent.ts";

/** Measured with Gemini CLI 0.61.0. */
export const terminal: TerminalClient = {
  composer: {
    marker: /^ > $/,
    placeholder: /^Type your message/,
    dialog: /^[│\s]*● \d+\. |suggest changes \(esc\)/m,
    busy: /esc to cancel/,
  },
  commandPrefix: "!",
  refused: /^(?:-[rpi]|--resume|--session-id|--session-file|--prompt|--prompt-interactive)(?:=|$)/,
  start: (args, newId) => {
    const nativeSession = newId();
    return { command: ["gemini", "--session-id", nativeSession, ...args], nativeSession };
  },
  resume: (session, args) => ["gemini", "--resume", session, ...args],
};
