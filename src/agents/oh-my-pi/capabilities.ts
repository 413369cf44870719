import type { AgentCapabilities } from "../../kernel/agent/agent.ts";

/** Measured with oh-my-pi 18.2.3. The context of a session start reaches the model with the first prompt. */
export const capabilities: AgentCapabilities = {
  injectAtStart: true,
  injectAtPrompt: true,
  blockStop: true,
  seesCompaction: true,
  startsAfterCompaction: true,
  seesSubagents: true,
  resumesFullHistory: true,
  forksAtMark: false,
  hasOwnRewind: true,
};
