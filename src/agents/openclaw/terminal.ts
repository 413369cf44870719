import type { TerminalClient } from "../../kernel/agent/agent.ts";

/**
 * Measured with OpenClaw 2026.9.6. The screen that works without a gateway runs no hook of a plugin, and one with a gateway cannot
 * know what it continues. So nothing is typed into a screen, and earlier work is continued by a turn in a process of its own.
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
  startWithRecord: (newId) => turn(newId()),
  // Its screens know a session by a key, and only a turn by its id: of the conversations in it, it continues the newest.
  resume: (conversation, args) => turn(conversation.split("__").at(-1) ?? conversation, args),
};

function turn(session: string, args: readonly string[] = []): string[] {
  return ["openclaw", "agent", "--local", "--session-id", session, "--message", "Go on.", ...args];
}
