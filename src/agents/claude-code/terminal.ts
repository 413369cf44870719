import type { TerminalClient } from "../../kernel/agent.ts";

const NAMES_A_SESSION = /^(?:-[cr]|--continue|--resume|--session-id|--fork-session)(?:=|$)/;

/** As seen with Claude Code 2.1.329. */
export const terminal: TerminalClient = {
  composer: {
    marker: /^❯ $/,
    placeholder: /^(?:Try "|Press up to edit)/,
    dialog: /Esc to cancel|Enter to confirm|^\s*❯ \d+\. /im,
    busy: /esc to interrupt/,
  },
  start: (args, newId) => {
    if (args.some((arg) => NAMES_A_SESSION.test(arg))) return { command: ["claude", ...args] };
    const nativeSession = newId();
    return { command: ["claude", "--session-id", nativeSession, ...args], nativeSession };
  },
  resume: (session, args) => ["claude", "--resume", session, ...args],
};
