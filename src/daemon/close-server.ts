import type { Server } from "node:http";

/** Takes no new connection, lets the answers under way finish, and cuts off what is left after `waitMs`. */
export async function closeServer(server: Server, waitMs: number): Promise<void> {
  const closed = new Promise<void>((resolve) => {
    server.close(() => resolve());
  });
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), waitMs);
  await closed;
  clearTimeout(timer);
}
