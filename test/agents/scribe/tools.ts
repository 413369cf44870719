import * as z from "zod";
import {
  type ClientTools,
  type EndedCall,
  factsOfCall,
  outcomeOf,
  readFiles,
  type ToolCall,
  type ToolResult,
} from "../../../src/agents/tool-facts.ts";
import { type TypedText, typedText } from "../../../src/agents/typed-text.ts";
import type { ToolFact } from "../../../src/kernel/agent/tool-fact.ts";

const READERS: ClientTools["readers"] = new Map([
  ["look", readFiles("file_read", "target")],
  ["carve", readFiles("file_changed", "target")],
  ["summon", readSpell],
  ["checklist", readChecklist],
]);

const OWN_TOOL = /^holdfast\/(\w+)$/;

export function readCall(call: ToolCall): ToolFact[] {
  return factsOfCall(call, { readers: READERS, ownTool: OWN_TOOL });
}

export function readResult({ id }: EndedCall, result: ToolResult): ToolFact[] {
  return [outcomeOf(id, result)];
}

/** The client begins what it writes in the user's name with a sign of its own. */
export function typedPrompt(text: string): TypedText {
  return typedText(text, { notices: ["~scribe~"] });
}

const Spell = z.object({ words: z.array(z.string()) });
const Checklist = z.object({ items: z.array(z.object({ label: z.string(), done: z.boolean() })) });

function readSpell(call: string, input: unknown): ToolFact[] {
  const { words } = Spell.safeParse(input).data ?? {};
  return words === undefined ? [] : [{ type: "command_run", call, command: words.join(" ") }];
}

function readChecklist(_call: string, input: unknown): ToolFact[] {
  const { items = [] } = Checklist.safeParse(input).data ?? {};
  const todos = items.map(({ label: content, done }) => {
    return { content, status: done ? ("completed" as const) : ("pending" as const) };
  });
  return todos.length === 0 ? [] : [{ type: "todo_list", todos }];
}
