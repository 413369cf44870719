import type { ToolFact } from "../../kernel/agent/tool-fact.ts";
import { withShownCode } from "../exit-code.ts";
import type { HookClient } from "../hook-events.ts";
import {
  type ClientTools,
  type EndedCall,
  factsOfCall,
  outcomeOf,
  readCommand,
  readFiles,
  type ToolCall,
  type ToolResult,
} from "../tool-facts.ts";
import { type ClientTexts, type TypedText, typedText } from "../typed-text.ts";

const READERS: ClientTools["readers"] = new Map([
  ["read", readFiles("file_read", "path")],
  ["write", readFiles("file_changed", "path")],
  ["edit", readFiles("file_changed", "path")],
  ["bash", readCommand],
  ["powershell", readCommand],
]);

const OWN_TOOL = /^mcp__holdfast__(\w+)$/;

/** Converts a tool call to facts, before its result is known. */
export function readCall(call: ToolCall): ToolFact[] {
  return factsOfCall(call, { readers: READERS, ownTool: OWN_TOOL });
}

/**
 * The client never asks for permission and has no tool for questions, so a result never contains the person's words.
 */
export function readResult(call: EndedCall, result: ToolResult): ToolFact[] {
  return [outcomeOf(call.id, withShownCode(result))];
}

/** What the readers of events and session files need to know about this client. */
export const client: HookClient = { agent: "pi", readCall, readResult, typedPrompt };

const CLIENT_TEXTS: ClientTexts = {
  before: [
    // The text of a skill that the person named, before what they typed after the name.
    /^<skill name="[^"]*" location="[^"]*">\n[\s\S]*?\n<\/skill>(?:\n\n|$)/,
    // A skill's command before the client has expanded it.
    /^\/skill:[\w-]+(?:\s+|$)/,
  ],
  elements: /^(?:skill|file)$/,
};

/** Only the person's own text of a prompt. */
export function typedPrompt(text: string): TypedText {
  return typedText(text, CLIENT_TEXTS);
}
