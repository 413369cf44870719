import type { AgentCapabilities } from "../../kernel/agent/agent.ts";

/**
 * Measured with OpenCode 1.18.33. Our plugin reports a session start with the first prompt, since the client reports
 * none for a session that it resumes. `opencode run` exits before a blocked stop could continue, so no stop is blocked
 * there.
 */
export const capabilities: AgentCapabilities = {
  injectAtStart: true,
  injectAtPrompt: true,
  blockStop: true,
  seesCompaction: true,
  startsAfterCompaction: true,
  seesSubagents: true,
  resumesFullHistory: true,
  forksAtMark: false,
  plugin: true,
  collapses: "always",
};
