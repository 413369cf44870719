import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AgentEventKind } from "../../../src/kernel/agent/agent-event.ts";
import type { RecordedPayload } from "../../../src/testing/describe-agent.ts";

const root = new URL("../../fixtures/pi/", import.meta.url);

const KINDS = new Map<string, AgentEventKind>([
  ["SessionStart", "session_start"],
  ["UserPromptSubmit", "user_prompt_submit"],
  ["PostToolUse", "tool_use"],
  ["Stop", "agent_stop"],
  ["PreCompact", "pre_compact"],
  ["PostCompact", "post_compact"],
  ["SessionEnd", "session_end"],
]);

/** One of the payloads that our extension sent from pi 1.5.2. */
export function recorded(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`payloads/${name}.json`, root), "utf8"));
}

export const payloads: readonly RecordedPayload[] = readdirSync(new URL("payloads/", root)).map((file) => {
  const name = file.replace(/\.json$/, "");
  return { name, payload: recorded(name), kind: KINDS.get(name.split(".")[0] ?? "") };
});

/** The path of a recorded session. */
export function transcript(name: string): string {
  return fileURLToPath(new URL(`${name}.jsonl`, root));
}
