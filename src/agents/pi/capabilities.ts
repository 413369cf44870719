import type { AgentCapabilities } from "../../kernel/agent/agent.ts";

/** Measured with pi 1.5.2. The context of a session start reaches the model with the first prompt. */
export const capabilities: AgentCapabilities = {
  injectAtStart: true,
  injectAtPrompt: true,
  blockStop: true,
  seesCompaction: true,
  startsAfterCompaction: true,
  resumesFullHistory: true,
  forksAtMark: false,
  plugin: true,
  collapses: "always",
};
