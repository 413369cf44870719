import { readdirSync, readFileSync } from "node:fs";
import type { AgentEventKind } from "../../../src/kernel/agent/agent-event.ts";
import type { RecordedPayload } from "../../../src/testing/describe-agent.ts";

const root = new URL("../../fixtures/claude-code/", import.meta.url);

const KINDS = new Map<string, AgentEventKind>([
  ["SessionStart", "session_start"],
  ["UserPromptSubmit", "user_prompt_submit"],
  ["PostToolBatch", "tool_use"],
  ["PostToolUse", "tool_use"],
  ["PostToolUseFailure", "tool_use"],
  ["Stop", "agent_stop"],
  ["PreCompact", "pre_compact"],
  ["PostCompact", "post_compact"],
  ["SubagentStart", "subagent"],
  ["SubagentStop", "subagent"],
  ["SessionEnd", "session_end"],
  ["Notification", "notification"],
]);

/** One of the payloads recorded from Claude Code 2.1.329. */
export function recorded(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`payloads/${name}.json`, root), "utf8"));
}

function kindOf(name: string): AgentEventKind | undefined {
  // Its payload names no type.
  if (name === "SubagentStop.compaction-summariser") return undefined;
  return KINDS.get(name.split(".")[0] ?? "");
}

export const payloads: readonly RecordedPayload[] = readdirSync(new URL("payloads/", root)).map((file) => {
  const name = file.replace(/\.json$/, "");
  return { name, payload: recorded(name), kind: kindOf(name) };
});

/** A recorded session: a tool call, a blocked stop, `/compact`, one more turn. */
export const sample = readFileSync(new URL("transcript-sample.jsonl", root));
