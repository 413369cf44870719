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
      return [planEntry(line.payload, at)];
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
      // Nobody's prompt, whichever hook it was: said as Claude Code says it, which is known for that.
      return [{ ...base, type: "prompt", text: `Stop hook feedback:\n${textOf(item.fragments)}` }];
    case "AgentMessage":
      return [{ ...base, type: "answer", text: textOf(item.content) }];
    case "CommandExecution":
      return commandEntries(item, base);
    case "FileChange":
      return patchEntries(item, base);
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

const VERBS = new Map([
  ["add", "Add"],
  ["delete", "Delete"],
]);

/** A patch is no command even when it was given to the shell: the client applies it, and says what it changed. */
function patchEntries({ id, changes, status }: ItemOf<"FileChange">, base: Base): TranscriptEntry[] {
  if (status !== "completed") return [];
  const lines = Object.entries(changes).flatMap(([path, { type, move_path: moved }]) => [
    `*** ${VERBS.get(type) ?? "Update"} File: ${path}`,
    ...(moved ? [`*** Add File: ${moved}`] : []),
  ]);
  const patch = boundedText(lines.join("\n"), MAX_TEXT);
  return [{ ...base, type: "tool_call", call: { id, name: "apply_patch", input: { patch } } }];
}

function planEntry(
  { call_id: id, name, arguments: input }: Extract<RolloutLine, { type: "response_item" }>["payload"],
  at: number,
): TranscriptEntry {
  return { at, type: "tool_call", call: { id, name, input: boundedValue(parseJson(input)) } };
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
