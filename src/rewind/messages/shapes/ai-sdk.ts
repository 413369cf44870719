import type { KeptParts, MessageShape, MessageView } from "../message-shape.ts";

interface Part {
  type: string;
  text?: string;
  toolCallId?: string;
  toolName?: string;
  input?: unknown;
  output?: { type: string; value?: unknown };
}

/** The fields of a `ModelMessage` of the AI SDK that are used here. */
export interface AiSdkMessage {
  role: string;
  content: unknown;
}

/** Model messages of the AI SDK. Calls are parts of assistant messages; results are parts of tool messages. */
export function aiSdkMessages<M extends AiSdkMessage = AiSdkMessage>(): MessageShape<M> {
  return {
    read,
    pick: (message, kept) => ({ ...message, content: pickParts(partsOf(message), kept) }),
    withResult: (message, index, text) => ({
      ...message,
      content: withResult(partsOf(message), index, text),
    }),
    user: (text) => ({ role: "user", content: [{ type: "text", text }] }) as unknown as M,
  };
}

function read(message: AiSdkMessage): MessageView {
  const parts = partsOf(message);
  return {
    role: roleOf(message.role),
    text: parts.flatMap(({ type, text }) => (type === "text" && text !== undefined ? [text] : [])).join("\n"),
    calls: parts
      .filter(isCall)
      .map(({ toolCallId: id = "", toolName: name = "", input }) => ({ id, name, input })),
    results: parts
      .filter(isResult)
      .map(({ toolCallId: call = "", output }) => ({ call, ok: !isError(output), text: outputText(output) })),
  };
}

function roleOf(role: string): MessageView["role"] {
  return role === "system" || role === "assistant" || role === "tool" ? role : "user";
}

function partsOf({ content }: AiSdkMessage): readonly Part[] {
  if (typeof content === "string") return [{ type: "text", text: content }];
  return Array.isArray(content) ? content : [];
}

function isCall({ type }: Part): boolean {
  return type === "tool-call";
}

function isResult({ type }: Part): boolean {
  return type === "tool-result";
}

function isError(output: Part["output"]): boolean {
  return output?.type.startsWith("error") ?? false;
}

function outputText(output: Part["output"]): string {
  const { value } = output ?? {};
  return typeof value === "string" ? value : (JSON.stringify(value) ?? "");
}

function pickParts(parts: readonly Part[], { calls, results, text }: KeptParts): Part[] {
  let call = 0;
  let result = 0;
  return parts.filter((part) => {
    if (isCall(part)) return calls.has(call++);
    if (isResult(part)) return results.has(result++);
    return part.type === "reasoning" ? calls.size > 0 : text;
  });
}

function withResult(parts: readonly Part[], index: number, value: string): Part[] {
  const at = parts.filter(isResult)[index];
  return parts.map((part) => (part === at ? { ...part, output: { type: "text", value } } : part));
}
