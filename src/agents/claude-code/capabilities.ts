import type { AgentCapabilities } from "../../kernel/agent/agent.ts";

/** Measured with Claude Code 2.1.329. Nothing outside a running session can send it a message. */
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
