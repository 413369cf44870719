import { once } from "node:events";
import { createServer, type IncomingMessage, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { getRequestListener } from "@hono/node-server";
import { HoldfastError } from "../kernel/errors.ts";
import type { Api } from "./daemon-server.ts";

const LOOPBACK = ["127.0.0.1", "::1", "localhost"];
/** Limits only this port. Hooks use the socket. */
const MAX_CONNECTIONS = 300;
/** Time limits for the headers and the whole request, and how often they are checked. */
const TIMEOUTS = { headersTimeout: 8_000, requestTimeout: 30_000, connectionsCheckingInterval: 1_000 };

export interface Loopback {
  server: Server;
  port: number;
}

/** Opens the API on a loopback port. `apiFor` receives the port, which the Host header of a request must contain. */
export async function openLoopback(
  { port, bind }: { port: number; bind: string },
  apiFor: (port: number) => Api,
  timeouts: Partial<typeof TIMEOUTS> = {},
): Promise<Loopback> {
  if (!LOOPBACK.includes(bind)) {
    const reason = "it is not a loopback address, and the API has no TLS";
    throw new HoldfastError("config_invalid", `daemon.http.bind is ${bind}: ${reason}. Use 127.0.0.1.`);
  }
  let listener: ReturnType<typeof getRequestListener> | undefined;
  const server = createServer({ ...TIMEOUTS, ...timeouts, maxHeaderSize: 16_384 }, (request, response) => {
    response.on("error", () => {});
    if (!isWellFormed(request)) response.writeHead(400, { connection: "close" }).end();
    else void listener?.(request, response);
  });
  server.maxConnections = MAX_CONNECTIONS;
  // Above this count Node silently drops headers, possibly the Origin. Their total size is limited anyway.
  server.maxHeadersCount = 0;
  server.listen(port, bind);
  await once(server, "listening");
  const actual = (server.address() as AddressInfo).port;
  listener = getRequestListener(apiFor(actual), { overrideGlobalObjects: false });
  return { server, port: actual };
}

/** Requires one Host header and a path: an absolute URL in the request line could name another host than the header. */
function isWellFormed({ url, rawHeaders }: IncomingMessage): boolean {
  const hosts = rawHeaders.filter((name, i) => i % 2 === 0 && name.toLowerCase() === "host");
  return hosts.length === 1 && url?.startsWith("/") === true;
}

/** Stops accepting connections, lets pending answers finish, and closes the rest after `waitMs`. */
export async function closeServer(server: Server, waitMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), waitMs);
  await closed;
  clearTimeout(timer);
}
