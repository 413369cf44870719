import { basename, dirname } from "node:path";
import type { TerminalClient } from "../../kernel/agent/agent.ts";

/** Measured with Claude Code 2.1.329. */
export const terminal: TerminalClient = {
  composer: {
    marker: /^❯\s$/,
    placeholder: /^(?:Try "|Press up to edit)/,
    dialog: /Esc to cancel|Enter to confirm|^\s*❯ \d+\. /im,
    busy: /esc to interrupt/,
  },
  commandPrefix: "!",
  skillCommand: "/holdfast:checkpoint",
  refused:
    /^(?:-[crp]|--continue|--resume|--session-id|--fork-session|--print|--from-pr|--bg|--background)(?:=|$)/,
  start: (args, newId) => {
    const nativeSession = newId();
    return { command: ["claude", "--session-id", nativeSession, ...args], nativeSession };
  },
  resume: (session, args) => ["claude", "--resume", session, ...args],
  // The agent may have changed its directory; the transcript's directory is named after the original one.
  resumeDirectory({ cwd, transcriptPath }) {
    const name = basename(dirname(transcriptPath));
    for (let path = cwd; ; path = dirname(path)) {
      if (path.replaceAll(/[^A-Za-z0-9]/g, "-") === name) return path;
      if (path === dirname(path)) return undefined;
    }
  },
};
