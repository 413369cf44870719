import type { ClientHooks } from "../hook-command.ts";

export const hooks = {
  agent: "codex",
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
} as const satisfies ClientHooks;

export type HookEvent = (typeof hooks.events)[number]["name"];
