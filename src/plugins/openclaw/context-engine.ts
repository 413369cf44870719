import { type Exchange, pairCalls } from "../../rewind/messages/pair-calls.ts";
import { collapseConversation } from "../collapse/collapse-conversation.ts";
import { parseReplacement, type Replacement } from "../collapse/replacement.ts";
import { type ToolCallMessage, toolCallMessages } from "../collapse/tool-call-messages.ts";
import type { OpenClawContextEngine } from "./client.ts";

const OWN = "holdfast__";

/**
 * Hides explorations from the model once their report exists. It has no state, so a restart changes nothing, and leaves
 * compaction to the client. The client uses it only if the settings choose it.
 */
export const contextEngine: OpenClawContextEngine = {
  info: {
    id: "holdfast",
    name: "Holdfast",
    ownsCompaction: false,
    transcriptSemantics: {
      currentTurnFence: "before-current-turn-entry-v1",
      turnAdvancementIdempotency: "atomic-idempotent-v1",
    },
  },
  ingest: async () => ({ ingested: false }),
  assemble: async ({ messages }) => ({ messages: collapseMessages(messages), estimatedTokens: 0 }),
  commitTurn: async () => ({ status: "committed" }),
  async compact(input) {
    const { delegateCompactionToRuntime } = await import("openclaw/plugin-sdk/core");
    return delegateCompactionToRuntime(input);
  },
};

/** The messages for the model, unchanged if nothing was rewound. */
export function collapseMessages(messages: readonly ToolCallMessage[]): readonly ToolCallMessage[] {
  return messages.filter((message) => isResultOf(message, "rewind")).reduce(withReport, messages);
}

function withReport(messages: readonly ToolCallMessage[], rewound: ToolCallMessage) {
  const exchanges = pairCalls(messages.map(toolCallMessages.read));
  const resultOf = ({ result }: Exchange) => messages[result?.at.message ?? -1];
  const rewind = exchanges.find((exchange) => resultOf(exchange) === rewound);
  const replacement = readReplacement(rewound);
  if (!rewind || !replacement) return messages;
  const reportAt = (text: string) => ({ ...toolCallMessages.user(text), timestamp: rewound.timestamp });
  const conversation = {
    shape: { ...toolCallMessages, user: reportAt },
    messages,
    exchanges,
    isMark: (exchange: Exchange) => isResultOf(resultOf(exchange), "checkpoint"),
    isSummary: ({ role }: ToolCallMessage) => role === "compactionSummary",
  };
  return collapseConversation(conversation, rewind, replacement) ?? messages;
}

function isResultOf(message: ToolCallMessage | undefined, tool: string): boolean {
  return message?.role === "toolResult" && message.toolName === OWN + tool && !message.isError;
}

/** The client includes a server's answer in two forms, one of which is a single line. */
function readReplacement({ content }: ToolCallMessage): Replacement | undefined {
  if (typeof content === "string") return undefined;
  const lines = content.flatMap(({ text = "" }) => text.split("\n"));
  for (const line of lines) {
    const replacement = line.startsWith("{") ? parseReplacement(line) : undefined;
    if (replacement) return replacement;
  }
  return undefined;
}
