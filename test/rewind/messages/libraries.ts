import type { MessageShape } from "../../../src/rewind/messages/message-shape.ts";
import { aiSdkMessages } from "../../../src/rewind/messages/shapes/ai-sdk.ts";
import { anthropicMessages } from "../../../src/rewind/messages/shapes/anthropic.ts";
import { langChainMessages } from "../../../src/rewind/messages/shapes/langchain.ts";
import { openAiMessages } from "../../../src/rewind/messages/shapes/openai.ts";
import {
  FakeLangChainMessage,
  type Item,
  toAiSdk,
  toAnthropic,
  toLangChain,
  toOpenAi,
} from "./conversation.ts";

/** Reads a list of messages without the code under test: one token for each text, call and result. */
export type Token = { kind: "text" | "call" | "result"; id: string; role?: string };

interface Block {
  type: string;
  text?: string;
  id?: string;
  toolCallId?: string;
  tool_use_id?: string;
}

/** The fields of serialized messages of the four libraries. */
export interface Wire {
  role: string;
  content: string | Block[] | null;
  tool_calls?: { id: string }[];
  tool_call_id: string;
}

export interface Library {
  name: string;
  write(items: readonly Item[]): unknown[];
  shape: MessageShape<unknown>;
  read(message: Wire): Token[];
}

export const LIBRARIES: Library[] = [
  {
    name: "OpenAI",
    write: toOpenAi,
    shape: openAiMessages() as MessageShape<unknown>,
    read: (message) =>
      message.role === "tool" ? [token("result", message.tool_call_id)] : wordsAndCalls(message),
  },
  {
    name: "Anthropic",
    write: toAnthropic,
    shape: anthropicMessages() as MessageShape<unknown>,
    read: contentTokens,
  },
  { name: "AI SDK", write: toAiSdk, shape: aiSdkMessages() as MessageShape<unknown>, read: contentTokens },
  {
    name: "LangChain",
    write: toLangChain,
    shape: langChainMessages(
      (content) => new FakeLangChainMessage("human", { content }),
    ) as MessageShape<unknown>,
    read: (message) =>
      message.tool_call_id ? [token("result", message.tool_call_id)] : wordsAndCalls(message),
  },
];

function token(kind: Token["kind"], id = ""): Token {
  return { kind, id };
}

function wordsAndCalls({ content, tool_calls = [] }: Wire): Token[] {
  return [...contentTokens({ content }), ...tool_calls.map(({ id }) => token("call", id))];
}

function contentTokens({ content }: Pick<Wire, "content">): Token[] {
  if (typeof content === "string") return content === "" ? [] : [token("text", content)];
  return (content ?? []).map((block) => {
    if (block.type === "text") return token("text", block.text);
    if (block.type === "tool_use" || block.type === "tool-call")
      return token("call", block.id ?? block.toolCallId);
    return token("result", block.tool_use_id ?? block.toolCallId);
  });
}

/**
 * Finds calls without a result, results without a call, and results that do not directly follow the message of their
 * calls.
 */
export function orphans(library: Library, messages: readonly unknown[]): string[] {
  const found: string[] = [];
  let asked = new Set<string>();
  for (const message of messages) {
    const tokens = library.read(message as Wire);
    const results = tokens.filter(({ kind }) => kind === "result");
    if (results.length === 0) {
      found.push(...asked);
      asked = new Set(tokens.filter(({ kind }) => kind === "call").map(({ id }) => id));
    }
    for (const { id } of results) if (!asked.delete(id)) found.push(id);
  }
  return [...found, ...asked];
}
