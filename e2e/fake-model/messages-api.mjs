import { streamMessage } from "./event-stream.mjs";
import { sendJson } from "./fake-model.mjs";
import { messageOf } from "./message.mjs";

const COMPACTION = "create a detailed summary";

/** The Messages API, as Claude Code uses it. @type {import("./fake-model.mjs").ModelApi} */
export const messagesApi = {
  aside({ url, raw }, response) {
    if (url.includes("count_tokens")) sendJson(response, 200, { input_tokens: Math.ceil(raw.length / 4) });
    else if (url.startsWith("/v1/messages")) return false;
    else
      sendJson(response, 404, {
        type: "error",
        error: { type: "not_found_error", message: "No such page." },
      });
    return true;
  },
  sessionOf: ({ headers }) => String(headers["x-claude-code-session-id"]),
  // The conversation and what hooks put into it: entries of role "system" on current models, reminders in a user's on older.
  textOf: (body) => body.messages.flatMap(messageTexts).join("\n"),
  // The client asks for the summary of a conversation.
  isCompaction: (body) => JSON.stringify(body.messages?.at(-1) ?? "").includes(COMPACTION),
  respond({ body }, response, reply) {
    if (reply.status) return sendJson(response, reply.status, { type: "error", error: reply.error });
    const message = messageOf(reply, body.model);
    if (body.stream) streamMessage(response, message);
    else sendJson(response, 200, message);
  },
};

/** @param {any} message @returns {string[]} */
function messageTexts({ content }) {
  if (typeof content === "string") return [content];
  return content.flatMap(/** @param {any} block */ (block) => blockTexts(block));
}

/** @param {any} block @returns {string[]} */
function blockTexts(block) {
  if (block.type === "text") return [block.text];
  if (block.type === "tool_result") return messageTexts({ content: block.content ?? "" });
  return [];
}
