import { tryParseJson } from "../../../text/json-text.ts";
import { type KeptParts, type MessageShape, type MessageView, textOfParts } from "../message-shape.ts";

interface OpenAiCall {
  id: string;
  type?: string;
  function?: { name: string; arguments: string };
  custom?: { name: string; input: string };
}

/** The fields of a message of the Chat Completions API that are used here. */
export interface OpenAiMessage {
  role: string;
  content?: unknown;
  tool_calls?: readonly OpenAiCall[] | undefined;
  tool_call_id?: string;
}

/** Messages of the Chat Completions API and of compatible services. */
export function openAiMessages<M extends OpenAiMessage = OpenAiMessage>(): MessageShape<M> {
  return {
    read,
    pick: (message, kept) => pick(message, kept),
    withResult: (message, _index, text) => ({ ...message, content: text }),
    user: (text) => ({ role: "user", content: text }) as M,
  };
}

function read(message: OpenAiMessage): MessageView {
  const text = textOfParts(message.content);
  if (message.role === "tool") {
    const results = [{ call: message.tool_call_id ?? "", ok: true, text }];
    return { role: "tool", text: "", calls: [], results };
  }
  const calls = (message.tool_calls ?? []).map(({ id, function: called, custom }) => ({
    id,
    name: called?.name ?? custom?.name ?? "",
    input: tryParseJson(called?.arguments) ?? custom?.input,
  }));
  return { role: roleOf(message.role), text, calls, results: [] };
}

function roleOf(role: string): MessageView["role"] {
  if (role === "developer" || role === "system") return "system";
  return role === "assistant" ? "assistant" : "user";
}

function pick<M extends OpenAiMessage>(message: M, { calls, text }: KeptParts): M {
  if (message.role === "tool") return message;
  const { tool_calls: all = [], ...rest } = message;
  const kept = all.filter((_, index) => calls.has(index));
  return {
    ...rest,
    content: text ? message.content : null,
    ...(kept.length > 0 ? { tool_calls: kept } : {}),
  } as unknown as M;
}
