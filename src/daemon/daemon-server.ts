import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { getRequestListener } from "@hono/node-server";
import { type DaemonIdentity, PROTOCOL } from "./control/daemon-record.ts";
import type { HookAnswer } from "./intake.ts";

export type Api = (request: Request) => Response | Promise<Response>;

export interface ServerWiring {
  identity: () => DaemonIdentity;
  hook(id: string): Promise<HookAnswer>;
  /** The address of the page with a token for one login. Only the socket hands it out. */
  page?: () => Promise<string>;
  stop(): void;
  onRequest(): void;
  api?: Api;
}

const HOOK = /^\/v1\/hook\/([0-9a-z-]{8,64})$/;

/** Serves hooks, the daemon's own requests and the API on the socket. */
export function createDaemonServer(wiring: ServerWiring): Server {
  const api = wiring.api && getRequestListener(wiring.api, { overrideGlobalObjects: false });
  const server = createServer({ headersTimeout: 10_000, requestTimeout: 60_000 }, (request, response) => {
    wiring.onRequest();
    response.setHeader("x-holdfast-protocol", PROTOCOL);
    // The client may close the connection at any time.
    response.on("error", () => {});
    if (answerOwnRequest(wiring, request, response)) return;
    if (api) void api(request, response);
    else send(response, 404, "");
  });
  server.maxConnections = 1_000;
  return server;
}

function answerOwnRequest(wiring: ServerWiring, request: IncomingMessage, response: ServerResponse): boolean {
  const url = request.url ?? "";
  const hook = HOOK.exec(url)?.[1];
  if (hook) {
    // Tells the hook that its event was received, so that it waits longer for the answer.
    response.writeProcessing();
    void wiring.hook(hook).then(({ status, body, onDelivered }) => {
      if (onDelivered) response.once("finish", onDelivered);
      send(response, status, body);
    });
    return true;
  }
  if (url === "/v1/identity") {
    send(response, 200, JSON.stringify(wiring.identity()));
    return true;
  }
  if (request.method !== "POST") return false;
  if (url === "/v1/page" && wiring.page) {
    void sendPage(wiring.page, response);
    return true;
  }
  if (url !== "/v1/stop") return false;
  send(response, 202, "");
  wiring.stop();
  return true;
}

async function sendPage(page: () => Promise<string>, response: ServerResponse): Promise<void> {
  try {
    send(response, 200, JSON.stringify({ address: await page() }));
  } catch (error) {
    send(response, 503, JSON.stringify({ problem: error instanceof Error ? error.message : "unknown" }));
  }
}

function send(response: ServerResponse, status: number, body: string): void {
  if (response.destroyed) return;
  response.writeHead(status, { "content-length": Buffer.byteLength(body) }).end(body);
}
