import type { ToolFact } from "../../../kernel/agent/tool-fact.ts";
import type { TranscriptEntry } from "../../../kernel/agent/transcript.ts";
import { blockText, fieldOf } from "../../blocks.ts";
import { boundedText } from "../../bounded.ts";
import type { ToolCall } from "../../tool-facts.ts";
import type { TypedText } from "../../typed-text.ts";
import { handedPlan, queuedPrompt, summaryText, typedPrompt, withoutNote } from "../prompts.ts";
import { client } from "../tools.ts";
import {
  AssistantLine,
  answeredCall,
  BoundaryLine,
  type ChainLine,
  QueuedLine,
  toolText,
  toolUse,
  UserLine,
} from "./line.ts";

const MAX_TEXT = 262_144;

/** Blocks that the client adds to a prompt: commands it ran itself, their output, or the note of an interruption. */
const NOT_A_PROMPT =
  /^\s*(?:<(?:local-command-|command-name>|command-message>|bash-|system-reminder>)|\[Request interrupted by user)/;

/** The note of an interruption; it may continue with "for tool use". */
const INTERRUPTED = /^\s*\[Request interrupted by user/;

/** State from the preceding lines. */
export interface Before {
  /** The time of the line, or of the previous line if it has none. */
  at: number;
  /** All calls so far, by id. */
  calls: Map<string, ToolCall>;
}

/** The entries of one line; empty if the line is not relevant. */
export function entriesOf(line: ChainLine, { at, calls }: Before): TranscriptEntry[] {
  const base = { uuid: line.uuid, at };
  switch (line.type) {
    case "assistant":
      return assistantEntries(line, base, calls);
    case "user":
      return userEntries(line, base, calls);
    case "attachment":
      return queuedEntries(line, base);
    case "system":
      return boundaryEntries(line, base);
    default:
      return [];
  }
}

interface Base {
  uuid: string;
  at: number;
}

function assistantEntries(line: ChainLine, base: Base, calls: Before["calls"]): TranscriptEntry[] {
  const parsed = AssistantLine.safeParse(line);
  if (!parsed.success || parsed.data.isApiErrorMessage) return [];
  return parsed.data.message.content.flatMap((block): TranscriptEntry[] => {
    const text = blockText(block);
    if (text !== undefined) return [{ ...base, type: "message", text: boundedText(text, MAX_TEXT) }];
    const call = toolUse(block);
    if (call === undefined) return [];
    calls.set(call.id, call);
    return client.readCall(call).map((fact) => ({ ...base, ...withDirectory(fact, line) }));
  });
}

function withDirectory(fact: ToolFact, { cwd }: ChainLine): ToolFact {
  return fact.type === "command_run" && cwd ? { ...fact, cwd } : fact;
}

function userEntries(line: ChainLine, base: Base, calls: Before["calls"]): TranscriptEntry[] {
  const parsed = UserLine.safeParse(line);
  if (!parsed.success) return [];
  const { isMeta, isCompactSummary, message } = parsed.data;
  const blocks = blocksOf(message.content);
  const results = blocks.flatMap((block) => resultEntries(block, parsed.data, { base, calls }));
  const texts = textsOf(blocks);
  if (results.length) return [...results, ...remarkEntries(parsed.data, texts, base)];
  if (blocks.some(isInterruption)) return [{ ...base, type: "interruption" }];
  if (texts.length === 0) return [];
  if (isCompactSummary) return [{ ...base, type: "summary", text: summaryText(texts.join("\n")) }];
  if (isMeta) return [];
  const typed = typedPrompt(texts, parsed.data);
  return [promptEntry(parsed.data, typed, base), ...planEntries(typed.text, base)];
}

function promptEntry(
  { promptId, promptSource }: UserLine,
  { text, fromClient }: TypedText,
  base: Base,
): TranscriptEntry {
  return {
    ...base,
    type: "prompt",
    text: withoutNote(text),
    ...(promptId ? { promptId } : {}),
    ...(promptSource === "queued" ? { queued: "taken" } : {}),
    ...(fromClient ? { fromClient } : {}),
  };
}

/** The user approved the plan in the conversation that it comes from. */
function planEntries(text: string, base: Base): TranscriptEntry[] {
  const plan = handedPlan(text);
  return plan === undefined ? [] : [{ ...base, type: "plan", call: base.uuid, text: plan }];
}

/** A user who allows a call can add a comment, which is next to the result. */
function remarkEntries(
  { permissionDecision }: UserLine,
  texts: readonly string[],
  base: Base,
): TranscriptEntry[] {
  const isByUser = permissionDecision?.decision === "accept" && permissionDecision.source.startsWith("user");
  const text = isByUser ? queuedPrompt(texts) : undefined;
  return text === undefined ? [] : [{ ...base, type: "prompt", text, queued: "taken" }];
}

function queuedEntries(line: ChainLine, base: Base): TranscriptEntry[] {
  const parsed = QueuedLine.safeParse(line);
  if (!parsed.success) return [];
  const { prompt, commandMode, origin } = parsed.data.attachment;
  const isPrompt = (commandMode ?? "prompt") === "prompt";
  const text = isPrompt ? queuedPrompt(textsOf(blocksOf(prompt)), { origin }) : undefined;
  return text === undefined ? [] : [{ ...base, type: "prompt", text, queued: "taken" }];
}

function blocksOf(content: string | unknown[]): unknown[] {
  return typeof content === "string" ? [textBlock(content)] : content;
}

function isInterruption(block: unknown): boolean {
  return INTERRUPTED.test(blockText(block) ?? "");
}

function textBlock(text: string) {
  return { type: "text", text };
}

/** Bounded in total. */
function textsOf(blocks: readonly unknown[]): string[] {
  let left = MAX_TEXT;
  return blocks.flatMap((block) => {
    const text = blockText(block) ?? "";
    if (text === "" || left <= 0 || NOT_A_PROMPT.test(text)) return [];
    const kept = boundedText(text, left);
    left -= kept.length;
    return [kept];
  });
}

function resultEntries(
  block: unknown,
  { toolUseResult }: UserLine,
  { base, calls }: { base: Base; calls: Before["calls"] },
): TranscriptEntry[] {
  const id = answeredCall(block);
  if (id === undefined) return [];
  const text = toolText(fieldOf(block, "content")) || toolText(toolUseResult);
  const facts = client.readResult(calls.get(id) ?? { id }, { ok: fieldOf(block, "is_error") !== true, text });
  return facts.map((fact) => ({ ...base, ...fact }));
}

function boundaryEntries(line: ChainLine, base: Base): TranscriptEntry[] {
  const parsed = BoundaryLine.safeParse(line);
  if (!parsed.success) return [];
  const trigger = parsed.data.compactMetadata?.trigger === "manual" ? "manual" : "auto";
  return [{ ...base, type: "compaction", trigger }];
}
