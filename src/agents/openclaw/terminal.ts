import type { TerminalClient } from "../../kernel/agent/agent.ts";

/**
 * Measured with OpenClaw 2026.9.6. A screen without a gateway runs no plugin hooks, and a screen with a gateway cannot
 * know what it continues. So nothing is typed into a screen, and earlier work is continued by a turn in a separate
 * process.
 */
export const terminal: TerminalClient = {
  composer: {
    marker: /(?!)/,
    placeholder: /(?!)/,
    dialog: /(?!)/,
    busy: /(?!)/,
  },
  refused: /^(?:--session|--message|--local|--url)(?:=|$)/,
  start: (args) => ({ command: ["openclaw", "tui", "--local", ...args] }),
  startWithRecord: (newId) => turnCommand(newId()),
  // Screens identify a session by a key, only `agent` takes its id. It continues the newest conversation of the
  // session.
  resume: (conversation, args) => turnCommand(conversation.split("__").at(-1) ?? conversation, args),
};

function turnCommand(session: string, args: readonly string[] = []): string[] {
  return ["openclaw", "agent", "--local", "--session-id", session, "--message", "Go on.", ...args];
}
