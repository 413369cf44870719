/**
 * Everything the model reads in a request except the fixed system prompt and the tools: the conversation and what
 * hooks put into it (role "system" entries on current models, reminders inside user messages on older ones).
 * @param {import("./fake-model.mjs").ModelRequest} request
 */
export function seenText({ body }) {
  return body.messages.flatMap(messageTexts).join("\n");
}

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
