import type { AgentCapabilities } from "../../kernel/agent/agent.ts";

/**
 * Measured with Gemini CLI 0.61.0. Context at a session start is dropped by an interactive resume and by /clear, and
 * takes the first prompt with it when the session is resumed later. Context therefore goes into the first prompt.
 */
export const capabilities: AgentCapabilities = {
  injectAtStart: false,
  injectAtPrompt: true,
  blockStop: true,
  seesCompaction: true,
  startsAfterCompaction: false,
  seesSubagents: true,
  // The client may delete the transcript of a resumed session, and loses a first prompt that came with context.
  resumesWhole: false,
  forksAtMark: false,
};

/** Tokens. The client counts with this window whatever the model (`tokenLimit` in its sources). */
export const CONTEXT_WINDOW = 1_048_576;
