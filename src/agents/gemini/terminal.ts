import type { TerminalClient } from "../../kernel/agent.ts";

const NAMES_A_SESSION = /^(?:-r|--resume|--session-id|--session-file)(?:=|$)/;

/** As seen with Gemini CLI 0.61.0. */
export const terminal: TerminalClient = {
  composer: {
    marker: /^ > $/,
    placeholder: /^Type your message/,
    dialog: /^[│\s]*● \d+\. |suggest changes \(esc\)/m,
    busy: /esc to cancel/,
  },
  start: (args, newId) => {
    if (args.some((arg) => NAMES_A_SESSION.test(arg))) return { command: ["gemini", ...args] };
    const nativeSession = newId();
    return { command: ["gemini", "--session-id", nativeSession, ...args], nativeSession };
  },
  resume: (session, args) => ["gemini", "--resume", session, ...args],
};
