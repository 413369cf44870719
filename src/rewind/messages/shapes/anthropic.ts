import type { KeptParts, MessageShape, MessageView } from "../message-shape.ts";

interface Block {
  type: string;
  text?: string;
  id?: string;
  name?: string;
  input?: unknown;
  tool_use_id?: string;
  is_error?: boolean;
  content?: unknown;
}

/** The fields of a message of the Messages API that are used here. */
export interface AnthropicMessage {
  role: string;
  content: string | readonly Block[];
}

/** Messages of the Messages API. A user message contains the results of all calls in the previous message. */
export function anthropicMessages<M extends AnthropicMessage = AnthropicMessage>(): MessageShape<M> {
  return {
    read,
    pick: (message, kept) => ({ ...message, content: pickBlocks(blocksOf(message), kept) }),
    withResult: (message, index, text) => ({
      ...message,
      content: withResult(blocksOf(message), index, text),
    }),
    user: (text) => ({ role: "user", content: [{ type: "text", text }] }) as unknown as M,
  };
}

function read(message: AnthropicMessage): MessageView {
  const blocks = blocksOf(message);
  return {
    role: message.role === "assistant" || message.role === "system" ? message.role : "user",
    text: textOf(blocks),
    calls: blocks.filter(isCall).map(({ id = "", name = "", input }) => ({ id, name, input })),
    results: blocks.filter(isResult).map(({ tool_use_id = "", is_error, content }) => ({
      call: tool_use_id,
      ok: is_error !== true,
      text: typeof content === "string" ? content : textOf(Array.isArray(content) ? content : []),
    })),
  };
}

function blocksOf({ content }: AnthropicMessage): readonly Block[] {
  return typeof content === "string" ? [{ type: "text", text: content }] : content;
}

function isCall({ type }: Block): boolean {
  return type === "tool_use";
}

function isResult({ type }: Block): boolean {
  return type === "tool_result";
}

function textOf(blocks: readonly Block[]): string {
  return blocks.flatMap(({ type, text }) => (type === "text" && text !== undefined ? [text] : [])).join("\n");
}

/** Signed reasoning belongs to the calls that follow it and is kept with them. Everything else belongs to the text. */
function pickBlocks(blocks: readonly Block[], { calls, results, text }: KeptParts): Block[] {
  let call = 0;
  let result = 0;
  return blocks.filter((block) => {
    if (isCall(block)) return calls.has(call++);
    if (isResult(block)) return results.has(result++);
    return block.type.endsWith("thinking") ? calls.size > 0 : text;
  });
}

function withResult(blocks: readonly Block[], index: number, text: string): Block[] {
  const at = blocks.filter(isResult)[index];
  return blocks.map((block) => (block === at ? { ...block, content: [{ type: "text", text }] } : block));
}
