import type { TerminalClient } from "../../kernel/agent.ts";

/** As seen with Codex CLI 0.169.0. Without `--no-daemon` its hooks run in a process that is in no terminal. */
export const terminal: TerminalClient = {
  composer: {
    marker: /^› $/,
    // Shown faintly, and so not seen here.
    placeholder: /^$/,
    dialog: /enter (?:to )?(?:confirm|continue)|^\s*› \d+\. /im,
    busy: /esc to interrupt/,
  },
  commandPrefix: "!",
  refused: /^(?:--remote|--daemon)(?:=|$)/,
  start: (args) => ({ command: ["codex", "--no-daemon", ...args] }),
  resume: (session, args) => ["codex", "resume", session, "--no-daemon", ...args],
};
