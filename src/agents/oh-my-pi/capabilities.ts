import type { AgentCapabilities } from "../../kernel/agent/agent.ts";

/** Measured with oh-my-pi 18.2.3. What a session start adds reaches the model with the first prompt. */
export const capabilities: AgentCapabilities = {
  injectAtStart: true,
  injectAtPrompt: true,
  blockStop: true,
  seesCompaction: true,
  startsAfterCompaction: true,
  seesSubagents: true,
  resumesWhole: true,
  forksAtMark: false,
  rewinds: true,
};
