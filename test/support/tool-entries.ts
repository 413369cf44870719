import { client as claudeCode } from "../../src/agents/claude-code/tools.ts";
import { client as codex } from "../../src/agents/codex/tools.ts";
import type { ToolFact } from "../../src/kernel/agent/tool-fact.ts";
import type { TranscriptEntry } from "../../src/kernel/agent/transcript.ts";

export interface UsedTool {
  id: string;
  name: string;
  input: unknown;
  ok?: boolean;
  output?: string;
}

/** The facts that an agent's adapter extracts from a call and its result. The tool's name determines the agent. */
export function toolFacts({ id, name, input, ok = true, output = "ok" }: UsedTool): ToolFact[] {
  const { readCall, readResult } = name === "update_plan" ? codex : claudeCode;
  return [...readCall({ id, name, input }), ...readResult({ id, name, input }, { ok, text: output })];
}

/** The same, as entries of a transcript. */
export function toolEntries(at: number, tool: UsedTool): TranscriptEntry[] {
  return toolFacts(tool).map((fact) => ({ at, ...fact }));
}
