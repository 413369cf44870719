import type { AgentCapabilities } from "../../kernel/agent/agent.ts";

/**
 * Measured with Gemini CLI 0.61.0. An interactive resume and /clear drop the context that a session start adds, and
 * when the session is resumed later, the first prompt is lost as well. Context is therefore added to the first prompt.
 */
export const capabilities: AgentCapabilities = {
  injectAtStart: false,
  injectAtPrompt: true,
  blockStop: true,
  seesCompaction: true,
  startsAfterCompaction: false,
  seesSubagents: true,
  // The client may delete the transcript of a resumed session, and loses a first prompt that came with context.
  resumesFullHistory: false,
  forksAtMark: false,
};

/** Tokens. The client assumes this window for every model (`tokenLimit` in its sources). */
export const CONTEXT_WINDOW = 1_048_576;
