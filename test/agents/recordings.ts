import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AgentEventKind } from "../../src/kernel/agent/agent-event.ts";
import type { RecordedPayload } from "../../src/testing/describe-agent.ts";

/** The clients' names of events. */
const KINDS = new Map<string, AgentEventKind>([
  ["SessionStart", "session_start"],
  ["UserPromptSubmit", "user_prompt_submit"],
  ["BeforeAgent", "user_prompt_submit"],
  ["PostToolBatch", "tool_use"],
  ["PostToolUse", "tool_use"],
  ["PostToolUseFailure", "tool_use"],
  ["AfterTool", "tool_use"],
  ["Stop", "agent_stop"],
  ["AfterAgent", "agent_stop"],
  ["StopFailure", "turn_failure"],
  ["PreCompact", "pre_compact"],
  ["PreCompress", "pre_compact"],
  ["PostCompact", "post_compact"],
  ["SubagentStart", "subagent"],
  ["SubagentStop", "subagent"],
  ["SessionEnd", "session_end"],
  ["Notification", "notification"],
]);
/** Payloads that yield no event: the first names no type, and the other is not used. */
const UNUSED = ["claude-code/SubagentStop.compaction-summariser", "gemini/Notification"];

/** What was recorded of a client: one payload by name, all of them, and the path of a session's file. */
export function recordingsOf(agent: string) {
  const root = new URL(`../fixtures/${agent}/`, import.meta.url);
  const recorded = (name: string): Record<string, unknown> =>
    JSON.parse(readFileSync(new URL(`payloads/${name}.json`, root), "utf8"));
  const payloads = readdirSync(new URL("payloads/", root)).map((file): RecordedPayload => {
    const name = file.replace(/\.json$/, "");
    const kind = UNUSED.includes(`${agent}/${name}`) ? undefined : KINDS.get(name.split(".")[0] ?? "");
    return { name, payload: recorded(name), kind };
  });
  const transcript = (name: string) => fileURLToPath(new URL(`${name}.jsonl`, root));
  return { root, recorded, payloads, transcript };
}
