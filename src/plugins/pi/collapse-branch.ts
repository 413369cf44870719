import type { MessageShape } from "../../rewind/messages/message-shape.ts";
import { type Exchange, pairCalls } from "../../rewind/messages/pair-calls.ts";
import { type Conversation, collapseConversation } from "../collapse/collapse-conversation.ts";
import { parseReplacement, type Replacement, replacementText } from "../collapse/replacement.ts";
import { type ToolCallMessage, toolCallMessages } from "../collapse/tool-call-messages.ts";
import type { SessionEntry } from "../session-tree/session-context.ts";
import type { PiDraft } from "./client.ts";

/** The client's prefix of our tools. */
const OWN = "mcp__holdfast__";

/**
 * The entries to append after a turn for its completed rewinds; empty if all of them were applied before. They remove
 * an exploration from the conversation once its report exists. Since they are entries of the session file, the
 * conversation stays collapsed without the extension, and is complete before them in the tree.
 */
export function collapseBranch(branch: readonly SessionEntry[]): PiDraft[] {
  const edited = new Set(branch.flatMap(({ type, targetId }) => (type === "context_edit" ? [targetId] : [])));
  const entries = branch.filter(isSaid);
  const exchanges = pairCalls(entries.map(shape.read));
  const isMark = (exchange: Exchange) => resultOf(entries, exchange, "checkpoint") !== undefined;
  const conversation = { shape, messages: entries, exchanges, isMark, isSummary: () => false };
  return exchanges.flatMap((exchange) => {
    const rewound = resultOf(entries, exchange, "rewind");
    const replacement = rewound && !edited.has(rewound.id) && readReplacement(rewound);
    const drafts = replacement ? draftsFor(conversation, exchange, replacement) : [];
    return drafts.filter((draft) => draft.type !== "context_edit" || !edited.has(draft.targetId));
  });
}

/** The entry with the result of a call, if it was one of our tool and succeeded. */
function resultOf(entries: readonly SessionEntry[], { result }: Exchange, tool: string) {
  const entry = result?.result.ok ? entries[result.at.message] : undefined;
  return entry?.message?.toolName === OWN + tool ? entry : undefined;
}

function readReplacement({ message }: SessionEntry): Replacement | undefined {
  const content = message?.content ?? "";
  return parseReplacement(
    typeof content === "string" ? content : content.map(({ text = "" }) => text).join(""),
  );
}

function draftsFor(
  conversation: Conversation<SessionEntry>,
  rewind: Exchange,
  replacement: Replacement,
): PiDraft[] {
  const collapsed = collapseConversation(conversation, rewind, replacement);
  if (!collapsed) return [];
  const left = new Map(collapsed.map((entry) => [entry.id, entry]));
  const edits = conversation.messages.flatMap((entry) => editOf(entry, left.get(entry.id)));
  const content = replacementText(replacement);
  return [...edits, { type: "custom_message", customType: "holdfast", content, display: true }];
}

function editOf(entry: SessionEntry, left: SessionEntry | undefined): PiDraft[] {
  if (left === entry) return [];
  const replacement = left ? { content: left.message?.content } : null;
  return [{ type: "context_edit", targetId: entry.id, replacement }];
}

/** Entries as messages. What extensions added has no message. */
const shape: MessageShape<SessionEntry> = {
  read: ({ message = ADDED }) => toolCallMessages.read(message),
  pick: (entry, kept) => withMessage(entry, (message) => toolCallMessages.pick(message, kept)),
  withResult: (entry, index, text) =>
    withMessage(entry, (message) => toolCallMessages.withResult(message, index, text)),
  user: (text) => ({ id: "", type: "message", message: toolCallMessages.user(text) }),
};

const ADDED: ToolCallMessage = { role: "custom", content: [] };

function withMessage(
  entry: SessionEntry,
  change: (message: ToolCallMessage) => ToolCallMessage,
): SessionEntry {
  return entry.message ? { ...entry, message: change(entry.message) } : entry;
}

function isSaid({ type, message }: SessionEntry): boolean {
  return type === "custom_message" || (type === "message" && message?.role !== "system");
}
