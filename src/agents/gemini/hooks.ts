import type { ClientHooks } from "../hook-command.ts";

export const hooks: ClientHooks = {
  agent: "gemini",
  events: [
    { name: "SessionStart", answer: "start" },
    { name: "BeforeAgent", answer: "reply" },
    { name: "AfterTool", answer: "none" },
    { name: "AfterAgent", answer: "reply" },
    { name: "PreCompress", answer: "none" },
    { name: "SessionEnd", answer: "none" },
  ],
};
