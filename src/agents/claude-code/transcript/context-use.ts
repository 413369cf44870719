import type { ContextUse } from "../../../kernel/agent/transcript.ts";
import { AssistantLine, BoundaryLine, type ChainLine } from "./line.ts";

/**
 * The context used by the last answer since the last compaction. A message has one line per content block and the same
 * usage on each, so the last line is enough.
 */
export function contextUse(lines: readonly ChainLine[]): ContextUse | undefined {
  for (let index = lines.length - 1; index >= 0; index--) {
    const line = lines[index];
    if (line?.type === "system" && BoundaryLine.safeParse(line).success) return undefined;
    const use = line?.type === "assistant" ? useOf(line) : undefined;
    if (use) return use;
  }
  return undefined;
}

function useOf(line: ChainLine): ContextUse | undefined {
  const parsed = AssistantLine.safeParse(line);
  if (!parsed.success || !parsed.data.message.usage) return undefined;
  const { usage, model } = parsed.data.message;
  const tokens =
    usage.input_tokens + (usage.cache_read_input_tokens ?? 0) + (usage.cache_creation_input_tokens ?? 0);
  // The client writes errors as messages without a model and without tokens.
  return tokens > 0 ? { tokens, ...(model ? { model } : {}) } : undefined;
}
