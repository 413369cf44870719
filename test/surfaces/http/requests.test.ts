import { request } from "node:http";
import { expect, test } from "vitest";
import { closeServer } from "../../../src/daemon/close-server.ts";
import { openLoopback } from "../../../src/daemon/loopback-server.ts";
import { operations } from "../../../src/operations.ts";
import { createHttpApp } from "../../../src/surfaces/http/create-http-app.ts";
import { mcpOverHttp } from "../../../src/surfaces/mcp/serve-http.ts";
import { type TestPlace, withPlace } from "../../support/test-context.ts";

interface Sent {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  /** Sent in pieces without a length where it is a list. */
  body?: string | string[];
}

interface Answer {
  status: number;
  allow: string | undefined;
  body: Record<string, unknown>;
}

type Send = (sent: Sent) => Promise<Answer>;

/** The API behind the daemon's own listener: its requests are not those that `app.request` makes. */
async function withServer(place: TestPlace, run: (send: Send) => Promise<void>): Promise<void> {
  const ctx = await place.open();
  const access = { type: "socket" } as const;
  const app = createHttpApp(ctx, { operations, access, mcp: mcpOverHttp(operations, ctx) });
  const { server, port } = await openLoopback({ port: 0, bind: "127.0.0.1" }, () => app.fetch);
  try {
    await run((sent) => send(port, sent));
  } finally {
    await closeServer(server, 500);
  }
}

function send(port: number, { method = "GET", path, headers = {}, body = "" }: Sent): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const options = { port, host: "127.0.0.1", method, path, headers: { connection: "close", ...headers } };
    const outgoing = request(options, (incoming) => {
      let text = "";
      incoming.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      incoming.on("end", () => {
        const { statusCode: status = 0, headers } = incoming;
        resolve({ status, allow: headers.allow, body: text === "" ? {} : JSON.parse(text) });
      });
    });
    outgoing.on("error", reject);
    if (typeof body === "string") outgoing.end(body);
    else {
      for (const piece of body) outgoing.write(piece);
      outgoing.end();
    }
  });
}

const json = { "content-type": "application/json" };

test("every method is answered without a body: the right ones, and the others with those that are right", () =>
  withPlace((place) =>
    withServer(place, async (send) => {
      for (const method of ["PUT", "PATCH", "DELETE", "OPTIONS"]) {
        const refused = await send({ method, path: "/v1/list" });
        expect(refused).toMatchObject({ status: 405, allow: "GET, HEAD, POST" });
        expect(refused.body).toMatchObject({ code: "method_not_allowed" });
      }
      expect(await send({ method: "POST", path: "/v1/list" })).toMatchObject({ status: 415 });
      expect(await send({ method: "POST", path: "/v1/list", headers: json })).toMatchObject({ status: 200 });
      expect(await send({ method: "HEAD", path: "/v1/list" })).toMatchObject({ status: 200 });
      expect(await send({ method: "POST", path: "/healthz" })).toMatchObject({ status: 405 });
    }),
  ));

test("SEC-S45: a body in pieces of no told length is taken, and refused as soon as it is too large", () =>
  withPlace((place) =>
    withServer(place, async (send) => {
      const post = (body: string[]) => send({ method: "POST", path: "/v1/save", headers: json, body });
      expect(await post(['{"name":', '"in pieces"}'])).toMatchObject({ body: { name: "in pieces" } });
      const large = Array.from({ length: 40 }, () => "x".repeat(32_768));
      const refused = await post(large).catch(({ code }: NodeJS.ErrnoException) => code);
      // The rest is not read: a client that is still writing may see its connection closed instead.
      if (typeof refused === "object") expect(refused.status).toBe(413);
      else expect(["EPIPE", "ECONNRESET"]).toContain(refused);
    }),
  ));

test("MCP is answered behind the daemon's listener, and bounded as all is", () =>
  withPlace((place) =>
    withServer(place, async (send) => {
      const headers = { ...json, accept: "application/json, text/event-stream" };
      const post = (body: string) => send({ method: "POST", path: "/mcp", headers, body });
      expect(await post("x".repeat(1_100_000))).toMatchObject({ status: 413 });
      expect((await post("{")).status).toBe(400);
    }),
  ));
