import type { AgentCapabilities } from "../../kernel/agent.ts";

/**
 * As seen with Gemini CLI 0.61.0. What is said at a start is dropped by an interactive resume and by /clear, and takes the
 * first prompt with it when the session is resumed later: the first prompt is the place for it.
 */
export const capabilities: AgentCapabilities = {
  injectAtStart: false,
  injectAtPrompt: true,
  blockStop: true,
  seesCompaction: true,
  startsAfterCompaction: false,
  // It may delete the transcript of a resumed session, and loses a first prompt that came with context.
  resumesWhole: false,
};
