import type { AgentCapabilities } from "../../kernel/agent/agent.ts";

/**
 * Measured with Codex CLI 0.169.0. The client reports a session start with the first prompt, and delivers the reply.
 */
export const capabilities: AgentCapabilities = {
  injectAtStart: true,
  injectAtPrompt: true,
  blockStop: true,
  seesCompaction: true,
  startsAfterCompaction: true,
  seesSubagents: true,
  resumesFullHistory: true,
  forksAtMark: true,
};
