import type { ToolFact } from "../../kernel/tool-fact.ts";
import type { TranscriptEntry } from "../../kernel/transcript.ts";
import { tryParseJson } from "../../text/try-parse-json.ts";
import { tryStringifyJson } from "../../text/try-stringify-json.ts";
import { boundedText } from "../bounded.ts";
import { readAnswer, readCall, readChanges, readCommandLine, readExit, readResult } from "./tools.ts";
import type { Item, RolloutLine } from "./transcript-lines.ts";

const MAX_TEXT = 262_144;

type ItemOf<T extends Item["type"]> = Extract<Item, { type: T }>;
type ResponseItem = Extract<RolloutLine, { type: "response_item" }>;

/** What one line of the file tells. */
export function entriesOf(line: RolloutLine): TranscriptEntry[] {
  const at = Date.parse(line.timestamp ?? "") || 0;
  switch (line.type) {
    case "session_meta":
      return [];
    case "compacted":
      return [{ at, type: "compaction", trigger: "auto" }];
    case "response_item":
      return exchangedFacts(line.payload).map((fact) => ({ at, ...fact }));
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
      // Nobody's prompt, whichever hook it was.
      return [{ ...base, type: "prompt", text: textOf(item.fragments), fromClient: true }];
    case "AgentMessage":
      return [{ ...base, type: "message", text: textOf(item.content) }];
    case "CommandExecution":
    case "FileChange":
    case "McpToolCall":
      return toolFacts(item).map((fact) => ({ ...base, ...fact }));
  }
}

function toolFacts(item: ItemOf<"CommandExecution" | "FileChange" | "McpToolCall">): ToolFact[] {
  const { id } = item;
  switch (item.type) {
    case "CommandExecution":
      return [
        ...readCommandLine(id, item.command),
        ...readExit(id, item.exit_code ?? undefined, item.aggregated_output ?? ""),
      ];
    case "FileChange":
      // A patch is no command even when it was given to the shell: the client applies it.
      return item.status === "completed" ? readChanges(id, item.changes) : [];
    case "McpToolCall": {
      const result = { ok: item.status === "completed", text: tryStringifyJson(item.result ?? "") };
      const name = `mcp__${item.server}__${item.tool}`;
      return [...readCall({ id, name, input: item.arguments }), ...readResult({ id }, result)];
    }
  }
}

function exchangedFacts(payload: ResponseItem["payload"]): ToolFact[] {
  const { call_id: id } = payload;
  if (payload.type === "function_call_output") return readAnswer(id, tryParseJson(payload.output));
  return readCall({ id, name: payload.name, input: tryParseJson(payload.arguments) });
}

function textOf(parts: readonly { text?: string | undefined }[]): string {
  return boundedText(parts.flatMap(({ text }) => text ?? []).join("\n"), MAX_TEXT);
}
