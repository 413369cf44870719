import type { Server } from "node:http";

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
