/**
 * Sends a message the way the client reads it: server-sent events, block by block.
 * @param {import("node:http").ServerResponse} response
 * @param {import("./message.mjs").Message} message
 */
export function streamMessage(response, message) {
  response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-cache" });
  const { content, stop_reason, stop_sequence, usage } = message;
  const opening = { ...message, content: [], stop_reason: null, usage: { ...usage, output_tokens: 1 } };
  send("message_start", { message: opening });
  for (const [index, block] of content.entries()) sendBlock(index, block);
  send("message_delta", { delta: { stop_reason, stop_sequence }, usage });
  send("message_stop", {});
  response.end();

  /** @param {number} index @param {any} block */
  function sendBlock(index, block) {
    const { empty, delta } = block.type === "text" ? textParts(block) : toolParts(block);
    send("content_block_start", { index, content_block: empty });
    send("content_block_delta", { index, delta });
    send("content_block_stop", { index });
  }

  /** @param {string} type @param {object} fields */
  function send(type, fields) {
    response.write(`event: ${type}\ndata: ${JSON.stringify({ type, ...fields })}\n\n`);
  }
}

/** @param {{ text: string }} block */
function textParts({ text }) {
  return { empty: { type: "text", text: "" }, delta: { type: "text_delta", text } };
}

/** @param {{ input: object }} block */
function toolParts(block) {
  const delta = { type: "input_json_delta", partial_json: JSON.stringify(block.input) };
  return { empty: { ...block, input: {} }, delta };
}
