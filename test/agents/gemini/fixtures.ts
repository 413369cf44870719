import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AgentEventKind } from "../../../src/kernel/agent/agent-event.ts";
import type { RecordedPayload } from "../../../src/testing/describe-agent.ts";

const root = new URL("../../fixtures/gemini/", import.meta.url);

const KINDS = new Map<string, AgentEventKind>([
  ["SessionStart", "session_start"],
  ["BeforeAgent", "user_prompt_submit"],
  ["AfterTool", "tool_use"],
  ["AfterAgent", "agent_stop"],
  ["PreCompress", "pre_compact"],
  ["SessionEnd", "session_end"],
]);

/** One of the payloads recorded from Gemini CLI 0.61.0. */
export function recorded(name: string): Record<string, unknown> {
  return JSON.parse(readFileSync(new URL(`payloads/${name}.json`, root), "utf8"));
}

export const payloads: readonly RecordedPayload[] = readdirSync(new URL("payloads/", root)).map((file) => {
  const name = file.replace(/\.json$/, "");
  return { name, payload: recorded(name), kind: KINDS.get(name.split(".")[0] ?? "") };
});

/** The path of a recorded transcript. */
export function transcript(name: string): string {
  return fileURLToPath(new URL(`${name}.jsonl`, root));
}
