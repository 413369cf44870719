import type { ClientHooks } from "../hook-command.ts";

/** The tool that calls a subagent. */
export const SUBAGENT_TOOL = "invoke_agent";

export const hooks: ClientHooks = {
  agent: "gemini",
  events: [
    { name: "SessionStart", answer: "start" },
    { name: "BeforeAgent", answer: "reply" },
    { name: "BeforeTool", answer: "none", matcher: SUBAGENT_TOOL },
    { name: "AfterTool", answer: "none" },
    { name: "AfterAgent", answer: "reply" },
    { name: "PreCompress", answer: "none" },
    { name: "SessionEnd", answer: "none" },
  ],
};
