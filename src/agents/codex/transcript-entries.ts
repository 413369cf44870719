import type { TranscriptEntry } from "../../kernel/transcript.ts";
import { boundedText, boundedValue } from "../bounded.ts";
import type { Item, RolloutLine } from "./transcript-lines.ts";

const MAX_TEXT = 262_144;
const MAX_RESULT = 2_000;

type ItemOf<T extends Item["type"]> = Extract<Item, { type: T }>;
type Base = Pick<TranscriptEntry, "uuid" | "at">;

/** What one line of the file tells. */
export function entriesOf(line: RolloutLine): TranscriptEntry[] {
  const at = Date.parse(line.timestamp ?? "") || 0;
  switch (line.type) {
    case "session_meta":
      return [];
    case "compacted":
      return [{ at, type: "compaction", trigger: "auto" }];
    case "response_item":
      return planEntries(line.payload, at);
    case "event_msg":
      return line.payload.type === "item_completed" ? itemEntries(line.payload, at) : [];
  }
}

function itemEntries(
  { item, turn_id }: { item: Item; turn_id?: string | undefined },
  at: number,
): TranscriptEntry[] {
  const base = { uuid: item.id, at };
  switch (item.type) {
    case "UserMessage":
      return [
        { ...base, type: "prompt", text: textOf(item.content), ...(turn_id ? { promptId: turn_id } : {}) },
      ];
    case "HookPrompt":
      // Ours or another hook's: known as such by its text.
      return [{ ...base, type: "prompt", text: textOf(item.fragments) }];
    case "AgentMessage":
      return [{ ...base, type: "answer", text: textOf(item.content) }];
    case "CommandExecution":
      return commandEntries(item, base);
    case "McpToolCall":
      return mcpEntries(item, base);
  }
}

/** `bash -lc "…"`: the line that the model wrote is the last word. */
function commandEntries(item: ItemOf<"CommandExecution">, base: Base): TranscriptEntry[] {
  const { id, command, exit_code, aggregated_output } = item;
  const input = { command: boundedText(command.at(-1) ?? "", MAX_RESULT * 4) };
  const call: TranscriptEntry = { ...base, type: "tool_call", call: { id, name: "Bash", input } };
  if (exit_code === undefined || exit_code === null) return [call];
  const output = aggregated_output ?? "";
  const text = boundedText(exit_code === 0 ? output : `Exit code ${exit_code}\n${output}`, MAX_RESULT);
  return [call, { ...base, type: "tool_result", callId: id, ok: exit_code === 0, text }];
}

function mcpEntries(item: ItemOf<"McpToolCall">, base: Base): TranscriptEntry[] {
  const { id, server, tool, arguments: input, status, result } = item;
  const name = `mcp__${server}__${tool}`;
  const text = boundedText(JSON.stringify(result ?? ""), MAX_RESULT);
  return [
    { ...base, type: "tool_call", call: { id, name, input: boundedValue(input) } },
    { ...base, type: "tool_result", callId: id, ok: status === "completed", text },
  ];
}

/** Shell commands and MCP calls have items of their own. */
function planEntries(
  payload: Extract<RolloutLine, { type: "response_item" }>["payload"],
  at: number,
): TranscriptEntry[] {
  const { call_id: id, name } = payload;
  if (payload.type === "custom_tool_call") {
    return name === "apply_patch"
      ? [
          {
            at,
            type: "tool_call",
            call: { id, name, input: { patch: boundedText(payload.input, MAX_TEXT) } },
          },
        ]
      : [];
  }
  if (name !== "update_plan") return [];
  return [{ at, type: "tool_call", call: { id, name, input: boundedValue(parseJson(payload.arguments)) } }];
}

function textOf(parts: readonly { text?: string | undefined }[]): string {
  return boundedText(parts.flatMap(({ text }) => text ?? []).join("\n"), MAX_TEXT);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined; // cut short by the client
  }
}
