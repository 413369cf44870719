import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { streamMessage } from "./event-stream.mjs";
import { messageOf, newId } from "./message.mjs";

/**
 * One request of a client's main loop, as the model sees it.
 * @typedef {{ at: number, session: string, body: any, raw: string }} ModelRequest
 * @typedef {import("./message.mjs").ModelReply} ModelReply
 */

const COMPACTION = "create a detailed summary";

/**
 * A stand-in for the Messages API on loopback. Replies are taken in the order in which they were queued; a reply with
 * `when` waits for a request that fits. With nothing queued it says "Done.".
 * @param {{ latencyMs?: number }} [options]
 */
export async function startFakeModel({ latencyMs = 0 } = {}) {
  /** @type {ModelRequest[]} */
  const requests = [];
  /** @type {{ reply: ModelReply, when: (request: ModelRequest) => boolean }[]} */
  const queue = [];
  /** @type {Set<() => void>} */
  const waiting = new Set();
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());

  return { url: `http://127.0.0.1:${address.port}`, requests, enqueue, nextRequest, lastRequest, close };

  /** @param {import("node:http").IncomingMessage} request @param {import("node:http").ServerResponse} response */
  async function answer(request, response) {
    const raw = await readAll(request);
    if (request.method !== "POST" || !request.url?.startsWith("/v1/messages"))
      return sendJson(response, 404, failure("not_found_error", "The fake model has no such page."));
    if (request.url.includes("count_tokens"))
      return sendJson(response, 200, { input_tokens: Math.ceil(raw.length / 4) });
    const body = JSON.parse(raw);
    const seen = { at: Date.now(), session: String(request.headers["x-claude-code-session-id"]), body, raw };
    requests.push(seen);
    for (const wake of waiting) wake();
    const reply = takeReply(seen);
    await sleep(reply.delayMs ?? latencyMs);
    if (!response.destroyed) respond(response, body, reply);
  }

  /** @param {ModelRequest} request @returns {ModelReply} */
  function takeReply(request) {
    const index = queue.findIndex(({ when }) => when(request));
    if (index >= 0) return queue.splice(index, 1)[0].reply;
    return { text: "Done." };
  }

  /** @param {ModelReply[]} replies @param {(request: ModelRequest) => boolean} [when] */
  function enqueue(replies, when = (request) => !isCompaction(request)) {
    queue.push(...replies.map((reply) => ({ reply, when })));
  }

  /** The first request from `from` on that fits. @param {(request: ModelRequest) => boolean} fits @param {number} [from] */
  async function nextRequest(fits, from = 0) {
    const end = Date.now() + 20_000;
    for (;;) {
      const found = requests.slice(from).find(fits);
      if (found) return found;
      if (Date.now() > end) throw new Error("The client did not ask the model in time.");
      await Promise.race([sleep(200), new Promise((wake) => waiting.add(() => wake(undefined)))]);
      waiting.clear();
    }
  }

  function lastRequest() {
    const last = requests.at(-1);
    if (last) return last;
    throw new Error("The client asked the model nothing.");
  }

  async function close() {
    server.close();
    server.closeAllConnections();
    await once(server, "close");
  }
}

/** @param {import("node:http").ServerResponse} response @param {any} body @param {ModelReply} reply */
function respond(response, body, reply) {
  if (reply.status) return sendJson(response, reply.status, { type: "error", error: reply.error });
  const message = messageOf(reply, body.model);
  if (body.stream) streamMessage(response, message);
  else sendJson(response, 200, message);
}

/** Is this the client asking for the summary of a conversation? @param {ModelRequest} request */
export function isCompaction({ body }) {
  return JSON.stringify(body.messages?.at(-1) ?? "").includes(COMPACTION);
}

/** @param {import("node:http").IncomingMessage} request */
async function readAll(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

/** @param {string} type @param {string} message */
function failure(type, message) {
  return { type: "error", error: { type, message } };
}

/** @param {import("node:http").ServerResponse} response @param {number} status @param {object} body */
function sendJson(response, status, body) {
  response.writeHead(status, { "content-type": "application/json", "request-id": newId("req") });
  response.end(JSON.stringify(body));
}
