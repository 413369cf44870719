import type { AgentCapabilities } from "../../kernel/agent.ts";

/** As seen with Claude Code 2.1.329. A running session cannot be given a message from outside. */
export const capabilities: AgentCapabilities = {
  injectAtStart: true,
  injectAtPrompt: true,
  blockStop: true,
  seesCompaction: true,
  startsAfterCompaction: true,
  resumesWhole: true,
};
