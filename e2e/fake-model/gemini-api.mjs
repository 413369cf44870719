import { sendJson } from "./fake-model.mjs";

let served = 0;

/** The Gemini API, as Gemini CLI uses it. @type {import("./fake-model.mjs").ModelApi} */
export const geminiApi = {
  // The main loop's requests carry tools; the router, summaries and titles do not.
  aside({ url, body }, response) {
    if (!url.includes("/models/"))
      sendJson(response, 404, { error: { code: 404, message: "No such page." } });
    else if (url.includes(":countTokens")) sendJson(response, 200, { totalTokens: 10 });
    else if (body.tools?.length > 0) return false;
    else send(url, response, { text: utilityText(body) });
    return true;
  },
  sessionOf: () => "",
  // The client escapes what hooks say.
  textOf: (body) => contentTexts(body.contents).join("\n").replaceAll("&lt;", "<").replaceAll("&gt;", ">"),
  isCompaction: (body) => JSON.stringify(body.contents ?? "").includes("state_snapshot"),
  respond({ url }, response, reply) {
    if (reply.status)
      return sendJson(response, reply.status, { error: { code: reply.status, ...reply.error } });
    send(url, response, reply);
  },
};

/** @param {any[]} contents @returns {string[]} */
function contentTexts(contents = []) {
  return contents.flatMap((content) =>
    (content.parts ?? []).map(/** @param {any} part */ (part) => part.text ?? ""),
  );
}

/** The least that satisfies a side question: the model to use, who speaks next, a summary, a title. @param {any} body */
function utilityText(body) {
  const { generationConfig: config = {} } = body;
  const schema = JSON.stringify(config.responseSchema ?? config.responseJsonSchema ?? "");
  if (schema.includes("complexity_score")) return '{"complexity_reasoning":"small","complexity_score":10}';
  if (schema.includes("model_choice")) return '{"reasoning":"small","model_choice":"flash"}';
  if (schema.includes("next_speaker")) return '{"reasoning":"done","next_speaker":"user"}';
  const asksForSummary = JSON.stringify(body).includes("state_snapshot");
  return asksForSummary ? "<state_snapshot>Work on a shop.</state_snapshot>" : "A title";
}

/** @param {string} url @param {import("./fake-model.mjs").Response} response @param {import("./fake-model.mjs").ModelReply} reply */
function send(url, response, { text, tools = [], usage = {} }) {
  served += 1;
  const calls = tools.map(({ name, input }, i) => ({
    functionCall: { id: `call-${served}-${i}`, name, args: input },
  }));
  const parts = [...(text === undefined ? [] : [{ text }]), ...calls];
  const answer = {
    candidates: [{ index: 0, content: { role: "model", parts }, finishReason: "STOP" }],
    usageMetadata: { promptTokenCount: 200, candidatesTokenCount: 10, totalTokenCount: 210, ...usage },
    modelVersion: "fake",
    responseId: `response-${served}`,
  };
  if (!url.includes(":stream")) return sendJson(response, 200, answer);
  response.writeHead(200, { "content-type": "text/event-stream" });
  response.end(`data: ${JSON.stringify(answer)}\n\n`);
}
