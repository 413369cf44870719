import type { ClientHooks } from "../hook-command.ts";

export const hooks: ClientHooks = {
  agent: "claude-code",
  events: [
    { name: "SessionStart", answer: "start" },
    { name: "UserPromptSubmit", answer: "reply" },
    { name: "PostToolBatch", answer: "none" },
    { name: "Stop", answer: "reply" },
    { name: "PreCompact", answer: "reply" },
    { name: "PostCompact", answer: "none" },
    { name: "SubagentStart", answer: "none" },
    { name: "SubagentStop", answer: "none" },
    { name: "SessionEnd", answer: "none" },
  ],
  pidVariable: "CLAUDE_PID",
};
