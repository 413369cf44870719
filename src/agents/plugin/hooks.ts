import type { ClientHooks } from "../hook-command.ts";

/**
 * The events of a client that runs our plugin in its own process. The plugin gives them the same names in every
 * client, so that only one reader and one renderer are needed. `docs/hooks.md` describes the protocol.
 */
export function pluginHooks(agent: string): ClientHooks {
  return {
    agent,
    events: [
      { name: "SessionStart", answer: "start" },
      { name: "UserPromptSubmit", answer: "reply" },
      { name: "PostToolUse", answer: "none" },
      { name: "Stop", answer: "reply" },
      { name: "PreCompact", answer: "reply" },
      { name: "PostCompact", answer: "none" },
      { name: "SubagentStart", answer: "none" },
      { name: "SubagentStop", answer: "none" },
      { name: "SessionEnd", answer: "none" },
    ],
  };
}
