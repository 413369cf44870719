import type { AgentCapabilities } from "../../kernel/agent/agent.ts";

/**
 * Measured with OpenClaw 2026.9.6. It does not revise an answer in a turn that has called tools, so no stop is blocked.
 * What our plugin adds to a prompt is not stored: the plugin adds it again to each prompt, as long as its process
 * lives. A whole gateway uses the context engine of one plugin: ours is used only if the settings choose it.
 */
export const capabilities: AgentCapabilities = {
  injectAtStart: true,
  injectAtPrompt: true,
  blockStop: false,
  seesCompaction: true,
  startsAfterCompaction: true,
  resumesFullHistory: true,
  losesInjectedContext: true,
  forksAtMark: false,
  plugin: true,
  collapses: "if_chosen",
};
