import * as z from "zod";
import {
  type ClientTools,
  factsOfCall,
  outcomeOf,
  readFiles,
  type ToolCall,
  type ToolResult,
} from "../../../src/agents/tool-facts.ts";
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

export function readResult(call: string, result: ToolResult): ToolFact[] {
  return [outcomeOf(call, result)];
}

const Spell = z.object({ words: z.array(z.string()) });
const Checklist = z.object({ items: z.array(z.object({ label: z.string(), done: z.boolean() })) });

function readSpell(call: string, input: unknown): ToolFact[] {
  const { words } = Spell.safeParse(input).data ?? {};
  return words === undefined ? [] : [{ type: "command_run", call, command: words.join(" ") }];
}

function readChecklist(_call: string, input: unknown): ToolFact[] {
  const { items } = Checklist.safeParse(input).data ?? {};
  if (items === undefined) return [];
  const todos = items.map(({ label: content, done }) => ({
    content,
    status: done ? ("completed" as const) : ("pending" as const),
  }));
  return [{ type: "todo_list", todos }];
}
