import type { KeptParts, MessageShape, MessageView } from "../../rewind/messages/message-shape.ts";
import { blockText, type TextBlock } from "../block-text.ts";

/** A text, an image, a call of a tool and others. */
export interface ToolCallBlock extends TextBlock {
  id?: string;
  name?: string;
  arguments?: unknown;
}

/** A message of pi and of clients that are built on it (`AgentMessage`). A result is a message of its own. */
export interface ToolCallMessage {
  role: string;
  content: string | readonly ToolCallBlock[];
  toolCallId?: string;
  toolName?: string;
  isError?: boolean;
  timestamp?: number | undefined;
}

export const toolCallMessages: MessageShape<ToolCallMessage> = {
  read,
  pick,
  withResult: (message, _index, text) => ({ ...message, content: [{ type: "text", text }] }),
  user: (text) => ({ role: "user", content: [{ type: "text", text }] }),
};

/** Shows no text, so that the text beside a call is kept with the call. */
function read(message: ToolCallMessage): MessageView {
  const { role, toolCallId: call } = message;
  if (role === "toolResult" && call !== undefined) {
    const text = blockText(message.content);
    return { role: "tool", text: "", calls: [], results: [{ call, ok: message.isError !== true, text }] };
  }
  const calls = role === "assistant" && Array.isArray(message.content) ? message.content.filter(isCall) : [];
  return {
    role: role === "assistant" ? "assistant" : "user",
    text: "",
    calls: calls.map(({ id = "", name = "", arguments: input }) => ({ id, name, input })),
    results: [],
  };
}

function pick(message: ToolCallMessage, { calls }: KeptParts): ToolCallMessage {
  if (typeof message.content === "string") return message;
  const all = message.content.filter(isCall);
  const content = message.content.filter((block) => !isCall(block) || calls.has(all.indexOf(block)));
  return { ...message, content };
}

function isCall({ type }: ToolCallBlock): boolean {
  return type === "toolCall";
}
