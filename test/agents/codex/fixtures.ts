import { readdirSync, readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";
import type { AgentEventKind } from "../../../src/kernel/agent/agent-event.ts";
import type { RecordedPayload } from "../../../src/testing/describe-agent.ts";

const root = new URL("../../fixtures/codex/", import.meta.url);

const KINDS = new Map<string, AgentEventKind>([
  ["SessionStart", "session_start"],
  ["UserPromptSubmit", "user_prompt_submit"],
  ["PostToolUse", "tool_use"],
  ["Stop", "agent_stop"],
  ["PreCompact", "pre_compact"],
  ["PostCompact", "post_compact"],
  ["SubagentStart", "subagent"],
  ["SubagentStop", "subagent"],
  ["SessionEnd", "session_end"],
]);

/** One of the payloads recorded from Codex CLI 0.169.0. */
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

/** The client's own schema of what a hook may answer; none for an event that takes no answer. */
export function outputSchema(
  event: string,
): { properties: Record<string, unknown>; definitions: object } | undefined {
  const name = event.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => `-${letter}`).toLowerCase();
  const file = `${name}.command.output.schema.json`;
  const known = readdirSync(new URL("schemas/", root));
  return known.includes(file)
    ? JSON.parse(readFileSync(new URL(`schemas/${file}`, root), "utf8"))
    : undefined;
}
