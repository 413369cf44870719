import { sendJson } from "./fake-model.mjs";

const COMPACTION =
  /context summarization assistant|anchored summary|Summarize user–AI coding-assistant conversations/i;

let served = 0;

/** The Chat Completions API, as pi, oh-my-pi and OpenCode use it. The key says which session asks. @type {import("./fake-model.mjs").ModelApi} */
export const chatApi = {
  // The main loop's requests carry tools, and so do none of the titles.
  aside({ url, body }, response) {
    if (!url.includes("/chat/completions")) sendJson(response, 200, { object: "list", data: [] });
    else if (body.tools?.length > 0 || isCompaction(body)) return false;
    else respond(body, response, { text: "A title" });
    return true;
  },
  sessionOf: ({ headers }) => String(headers.authorization).replace(/^Bearer /, ""),
  textOf: (body) => body.messages.filter(isSaid).flatMap(messageTexts).join("\n"),
  isCompaction,
  respond({ body }, response, reply) {
    if (reply.status) return sendJson(response, reply.status, { error: reply.error });
    respond(body, response, reply);
  },
};

/** The client asks for the summary of a conversation. @param {any} body */
function isCompaction(body) {
  return !body.tools?.length && COMPACTION.test(JSON.stringify(body.messages ?? ""));
}

/** @param {any} message */
function isSaid({ role }) {
  return role !== "system";
}

/** @param {any} message @returns {string[]} */
function messageTexts({ content }) {
  if (typeof content === "string") return [content];
  return (content ?? []).map(/** @param {any} part */ (part) => part.text ?? "");
}

/** @param {any} body @param {import("./fake-model.mjs").Response} response @param {import("./fake-model.mjs").ModelReply} reply */
function respond(body, response, { text, tools = [], usage = {} }) {
  served += 1;
  const base = { id: `chat_${served}`, created: 1_700_000_000, model: body.model };
  const calls = tools.map(({ name, input }, index) => ({
    index,
    id: `call_${served}_${index}`,
    type: "function",
    function: { name, arguments: JSON.stringify(input) },
  }));
  const reason = calls.length > 0 ? "tool_calls" : "stop";
  const counts = { prompt_tokens: 200, completion_tokens: 10, total_tokens: 210, ...usage };
  const message = {
    role: "assistant",
    content: text ?? null,
    ...(calls.length ? { tool_calls: calls } : {}),
  };
  if (!body.stream) {
    const choices = [{ index: 0, message, finish_reason: reason }];
    return sendJson(response, 200, { ...base, object: "chat.completion", choices, usage: counts });
  }
  response.writeHead(200, { "content-type": "text/event-stream" });
  chunk({ choices: [{ index: 0, delta: { ...message, content: text ?? "" }, finish_reason: null }] });
  chunk({ choices: [{ index: 0, delta: {}, finish_reason: reason }] });
  chunk({ choices: [], usage: counts });
  response.end("data: [DONE]\n\n");

  /** @param {object} fields */
  function chunk(fields) {
    response.write(`data: ${JSON.stringify({ ...base, object: "chat.completion.chunk", ...fields })}\n\n`);
  }
}
