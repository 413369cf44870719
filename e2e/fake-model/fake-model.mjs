import { once } from "node:events";
import { createServer } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

/**
 * One request of a client's main loop. `text` is everything the model reads in it but the client's fixed instructions.
 * @typedef {{ at: number, session: string, body: any, raw: string, text: string }} ModelRequest
 *
 * What the fake model answers. `status` makes it fail with `error` instead; `usage` names are the API's own; a reply with
 * `after` is held back until a request that fits has come.
 * @typedef {{ name: string, input: object }} ToolUse
 * @typedef {{ text?: string, tools?: ToolUse[], usage?: Record<string, number>, delayMs?: number,
 *   after?: (request: ModelRequest) => boolean, status?: number, error?: { type: string, message: string } }} ModelReply
 *
 * A reply that depends on what the model has just read.
 * @typedef {ModelReply | ((request: ModelRequest) => ModelReply)} ScriptedReply
 *
 * How one vendor's API looks. `aside` answers a request that is not the main loop's, and says so by returning true.
 * @typedef {import("node:http").ServerResponse} Response
 * @typedef {{ url: string, headers: import("node:http").IncomingHttpHeaders, body: any, raw: string }} ApiRequest
 * @typedef {{
 *   aside(request: ApiRequest, response: Response): boolean,
 *   sessionOf(request: ApiRequest): string,
 *   textOf(body: any): string,
 *   isCompaction(body: any): boolean,
 *   respond(request: ApiRequest, response: Response, reply: ModelReply): void,
 * }} ModelApi
 */

/** A client on a crowded machine may take that long to ask. */
const LIMIT_MS = 180_000;

/**
 * A stand-in for a vendor's model on loopback. Replies are taken in the order in which they were queued; a reply with
 * `when` waits for a request that fits. With nothing queued it says "Done.".
 * @param {ModelApi} api
 * @param {{ latencyMs?: number }} [options]
 */
export async function startFakeModel(api, { latencyMs = 0 } = {}) {
  /** @type {ModelRequest[]} */
  const requests = [];
  /** @type {{ reply: ScriptedReply, when: (request: ModelRequest) => boolean }[]} */
  const queue = [];
  /** @type {Set<() => void>} */
  const waiting = new Set();
  const server = createServer((request, response) => {
    answer(request, response).catch(() => response.destroy());
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  /** @param {ModelRequest} request */
  const isCompaction = (request) => api.isCompaction(request.body);

  return {
    url: `http://127.0.0.1:${address.port}`,
    requests,
    isCompaction,
    enqueue,
    nextRequest,
    lastRequest,
    close,
  };

  /** @param {import("node:http").IncomingMessage} request @param {Response} response */
  async function answer(request, response) {
    const raw = await readAll(request);
    const asked = {
      url: request.url ?? "",
      headers: request.headers,
      raw,
      body: raw === "" ? {} : JSON.parse(raw),
    };
    if (api.aside(asked, response)) return;
    const { body } = asked;
    const seen = { at: Date.now(), session: api.sessionOf(asked), body, raw, text: api.textOf(body) };
    requests.push(seen);
    for (const wake of waiting) wake();
    const reply = takeReply(seen);
    if (reply.after) await nextRequest(reply.after);
    // A client that was killed no longer waits for it, and nor does this process.
    await sleep(reply.delayMs ?? latencyMs, undefined, { ref: false });
    if (!response.destroyed) api.respond(asked, response, reply);
  }

  /** @param {ModelRequest} request @returns {ModelReply} */
  function takeReply(request) {
    const index = queue.findIndex(({ when }) => when(request));
    if (index < 0) return { text: "Done." };
    const [{ reply }] = queue.splice(index, 1);
    return typeof reply === "function" ? reply(request) : reply;
  }

  /** @param {ScriptedReply[]} replies @param {(request: ModelRequest) => boolean} [when] */
  function enqueue(replies, when = (request) => !isCompaction(request)) {
    queue.push(...replies.map((reply) => ({ reply, when })));
  }

  /** The first request from `from` on that fits. @param {(request: ModelRequest) => boolean} fits @param {number} [from] */
  async function nextRequest(fits, from = 0) {
    const end = Date.now() + LIMIT_MS;
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

/** @param {import("node:http").IncomingMessage} request */
async function readAll(request) {
  const parts = [];
  for await (const part of request) parts.push(part);
  return Buffer.concat(parts).toString("utf8");
}

/** @param {Response} response @param {number} status @param {object} body */
export function sendJson(response, status, body) {
  response.writeHead(status, { "content-type": "application/json" });
  response.end(JSON.stringify(body));
}
