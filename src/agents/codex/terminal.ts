import type { TerminalClient } from "../../kernel/agent/agent.ts";

/** Measured with Codex CLI 0.169.0. Without `--no-daemon` its hooks run in a process that has no terminal. */
export const terminal: TerminalClient = {
  composer: {
    marker: /^› $/,
    // The placeholder is drawn faint, and faint text is blanked before this test.
    placeholder: /^$/,
    dialog: /enter (?:to )?(?:confirm|continue)|^\s*› \d+\. /im,
    busy: /esc to interrupt/,
  },
  commandPrefix: "!",
  skillCommand: "$checkpoint",
  refused: /^(?:--remote|--daemon)(?:=|$)/,
  start: (args) => ({ command: ["codex", "--no-daemon", ...args] }),
  resume: (session, args) => ["codex", "resume", session, "--no-daemon", ...args],
};
