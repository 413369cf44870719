import { request } from "node:http";
import { closeServer, openLoopback } from "../../src/daemon/loopback-server.ts";
import type { Operation } from "../../src/kernel/operation.ts";
import { createHttpApp } from "../../src/surfaces/http/create-http-app.ts";
import { mcpOverHttp } from "../../src/surfaces/mcp/serve-http.ts";
import type { TestPlace } from "./test-context.ts";

interface Sent {
  method?: string;
  path: string;
  headers?: Record<string, string>;
  /** A list is sent in chunks, without a length. */
  body?: string | string[];
}

interface Answer {
  status: number;
  allow: string | undefined;
  text: string;
  /** The parsed body of a JSON answer. */
  body: Record<string, unknown>;
}

export type Send = (sent: Sent) => Promise<Answer>;

/** Serves the API with the daemon's own listener, whose requests differ from those of `app.request`. */
export async function withServer(
  place: TestPlace,
  operations: readonly Operation[],
  run: (send: Send) => Promise<void>,
): Promise<void> {
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
    // Node sends no length for the body of a GET, so the server would take the body for another request.
    const length = typeof body === "string" ? { "content-length": Buffer.byteLength(body) } : {};
    const options = {
      port,
      host: "127.0.0.1",
      agent: false,
      method,
      path,
      headers: { ...length, ...headers },
    };
    const outgoing = request(options, (incoming) => {
      let text = "";
      incoming.setEncoding("utf8").on("data", (chunk: string) => {
        text += chunk;
      });
      incoming.on("end", () => {
        const { statusCode: status = 0, headers } = incoming;
        const isJson = headers["content-type"]?.startsWith("application/json") && text !== "";
        resolve({ status, allow: headers.allow, text, body: isJson ? JSON.parse(text) : {} });
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
