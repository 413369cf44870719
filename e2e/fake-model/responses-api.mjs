import { sendJson } from "./fake-model.mjs";

let served = 0;

/** The Responses API, as Codex uses it. @type {import("./fake-model.mjs").ModelApi} */
export const responsesApi = {
  // Titles and the like say in a header that they are no turn.
  aside({ url, headers, raw }, response) {
    if (!url.includes("/responses")) sendJson(response, 200, { object: "list", data: [], models: [] });
    else if (metaOf(headers).thread_source === "thread_title")
      send(response, { text: '{"title":"A title"}' });
    else if (raw === "") sendJson(response, 400, { error: { message: "No body." } });
    else return false;
    return true;
  },
  sessionOf: ({ headers }) => String(metaOf(headers).thread_id),
  textOf: (body) => body.input.flatMap(itemTexts).join("\n"),
  // The client asks for the summary of a conversation in an ordinary request.
  isCompaction: (body) => JSON.stringify(body.input?.at(-1) ?? "").includes("CONTEXT CHECKPOINT COMPACTION"),
  respond(_request, response, reply) {
    if (reply.status) return sendJson(response, reply.status, { error: { ...reply.error, code: "fake" } });
    send(response, reply);
  },
};

/** @param {import("node:http").IncomingHttpHeaders} headers @returns {Record<string, string>} */
function metaOf(headers) {
  return JSON.parse(String(headers["x-codex-turn-metadata"] ?? "{}"));
}

/** @param {any} item @returns {string[]} */
function itemTexts({ content, output }) {
  const said = content ?? output ?? [];
  return typeof said === "string" ? [said] : said.map(/** @param {any} part */ (part) => part.text ?? "");
}

/** @param {import("./fake-model.mjs").Response} response @param {import("./fake-model.mjs").ModelReply} reply */
function send(response, { text, tools = [], usage = {} }) {
  served += 1;
  const message = { type: "message", role: "assistant", status: "completed" };
  const content = [{ type: "output_text", text, annotations: [] }];
  const items = [
    ...(text === undefined ? [] : [{ ...message, id: `message_${served}`, content }]),
    ...tools.map(({ name, input }, i) => callItem(name, input, `${served}_${i}`)),
  ];
  const base = { id: `response_${served}`, object: "response" };
  response.writeHead(200, { "content-type": "text/event-stream" });
  event("response.created", { response: { ...base, status: "in_progress", output: [] } });
  for (const [index, item] of items.entries()) {
    event("response.output_item.added", { output_index: index, item });
    event("response.output_item.done", { output_index: index, item });
  }
  const counts = { input_tokens: 200, output_tokens: 10, total_tokens: 210, ...usage };
  const details = {
    input_tokens_details: { cached_tokens: 0 },
    output_tokens_details: { reasoning_tokens: 0 },
  };
  event("response.completed", {
    response: { ...base, status: "completed", output: items, usage: { ...counts, ...details } },
  });
  response.end();

  /** @param {string} type @param {object} fields */
  function event(type, fields) {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  }
}

/** A tool of a server, or one for subagents, is called in its namespace. @param {string} name @param {object} input @param {string} id */
function callItem(name, input, id) {
  const [, namespace, tool] = /^(mcp__\w+?|multi_agent_v\d+)__(\w+)$/.exec(name) ?? [];
  const called = namespace ? { namespace, name: tool } : { name };
  return {
    type: "function_call",
    id: `call_item_${id}`,
    call_id: `call_${id}`,
    ...called,
    arguments: JSON.stringify(input),
    status: "completed",
  };
}
