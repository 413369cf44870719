import { hookOutput } from "../../../src/agents/hook-output.ts";
import type { AgentEvent, Reply } from "../../../src/kernel/agent/agent-event.ts";

export function renderReply(event: AgentEvent, { context }: Reply): string {
  const isHeard = event.kind === "session_start" || event.kind === "user_prompt_submit";
  return hookOutput(isHeard && context ? { whisper: context } : {});
}
