import { type KeptParts, type MessageShape, type MessageView, textOfParts } from "../message-shape.ts";

interface LangChainCall {
  id?: string;
  name: string;
  args: unknown;
}

/** The members of a LangChain.js message that are used here. Messages are class instances. */
export interface LangChainMessage {
  /** `human`, `ai`, `tool`, `system`. */
  getType(): string;
  content: unknown;
  id?: string | undefined;
  tool_calls?: readonly LangChainCall[] | undefined;
  tool_call_id?: string;
  status?: string | undefined;
}

/**
 * Messages of LangChain.js. `human` creates a message with the role of the user: `(text) => new HumanMessage(text)`.
 */
export function langChainMessages<M extends LangChainMessage>(human: (text: string) => M): MessageShape<M> {
  return {
    read,
    pick: (message, kept) => copyWith(message, pickFields(message, kept)),
    withResult: (message, _index, text) => copyWith(message, { content: text }),
    user: human,
  };
}

function read(message: LangChainMessage): MessageView {
  const text = textOfParts(message.content);
  const type = message.getType();
  if (type === "tool") {
    const result = { call: message.tool_call_id ?? "", ok: message.status !== "error", text };
    return { role: "tool", text: "", calls: [], results: [result] };
  }
  const calls = (message.tool_calls ?? []).map(({ id = "", name, args }) => ({ id, name, input: args }));
  return { role: roleOf(type), text, calls, results: [] };
}

function roleOf(type: string): MessageView["role"] {
  if (type === "ai") return "assistant";
  return type === "system" ? "system" : "user";
}

/** Also removes the copies of the calls that providers put into `content` as blocks and into `additional_kwargs`. */
function pickFields(message: LangChainMessage, { calls, text }: KeptParts) {
  const all = message.tool_calls ?? [];
  const kept = all.filter((_, index) => calls.has(index));
  const ids = new Set(kept.map(({ id }) => id));
  const blocks = Array.isArray(message.content) ? (message.content as { type?: string; id?: string }[]) : [];
  const staying = blocks.filter(({ type = "", id }) =>
    type === "tool_use" || type === "tool_call" ? ids.has(id) : text || type.endsWith("thinking"),
  );
  const content = Array.isArray(message.content) ? staying : text ? message.content : "";
  return { content, ...(all.length > 0 ? { tool_calls: kept, additional_kwargs: {} } : {}) };
}

/** A copy of the message, of the same class, with some fields replaced. */
function copyWith<M extends LangChainMessage>(message: M, fields: object): M {
  return Object.assign(Object.create(Object.getPrototypeOf(message) as object) as M, message, fields);
}
