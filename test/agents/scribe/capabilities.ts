import type { AgentCapabilities } from "../../../src/kernel/agent/agent.ts";

export const capabilities: AgentCapabilities = {
  injectAtStart: true,
  injectAtPrompt: true,
  blockStop: false,
  seesCompaction: false,
  startsAfterCompaction: false,
  resumesFullHistory: false,
  forksAtMark: false,
};
