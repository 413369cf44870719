import type { TerminalClient } from "../../kernel/agent/agent.ts";

/**
 * After the manual of OpenClaw 2026.9.6. Its screen was not measured, so nothing counts as an empty composer and nothing is typed.
 * What it runs in its own process knows what it continues; a gateway does not.
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
  // Its screens know a session by a key, and only this by its id: of the conversations in it, it goes on with the newest.
  resume: (conversation, args) => {
    const session = conversation.split("__").at(-1) ?? conversation;
    return ["openclaw", "agent", "--session-id", session, "--message", "Go on.", ...args];
  },
};
