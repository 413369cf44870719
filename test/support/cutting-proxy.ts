import { once } from "node:events";
import { connect, createServer, type Socket } from "node:net";

/** What the proxy does with the next data from the server. */
export type Fault = "none" | "cut" | "silence";

/**
 * A proxy to a server that can cut the connection before an answer arrives, or stop responding. `refuse` closes all
 * connections and accepts no more. `stall` passes on no data of old or new connections, until `forget` closes them.
 */
export async function cuttingProxy(url: string) {
  const target = new URL(url);
  const sockets = new Set<Socket>();
  const state = { fault: (_answer: Buffer): Fault => "none", isRefusing: false, isStalled: false };
  const server = createServer((client) => {
    if (state.isRefusing) return void client.destroy();
    const upstream = connect(Number(target.port), target.hostname);
    for (const socket of [client, upstream]) {
      sockets.add(socket);
      socket.on("error", () => {}); // the other end closed the connection, which is what is tested
      socket.on("close", () => {
        sockets.delete(socket);
        client.destroy();
        upstream.destroy();
      });
    }
    client.on("data", (question: Buffer) => {
      if (!state.isStalled) upstream.write(question);
    });
    upstream.on("data", (answer: Buffer) => {
      if (state.isStalled) return;
      const fault = state.fault(answer);
      if (fault === "none") client.write(answer);
      if (fault === "cut") client.destroy();
    });
  }).listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" ? address?.port : undefined;
  const dropAll = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    url: url.replace(`:${target.port}`, `:${port}`),
    onAnswer(fault: (answer: Buffer) => Fault) {
      state.fault = fault;
    },
    refuse(isRefusing: boolean) {
      state.isRefusing = isRefusing;
      if (isRefusing) dropAll();
    },
    stall() {
      state.isStalled = true;
    },
    forget() {
      dropAll();
      state.isStalled = false;
    },
    async close() {
      dropAll();
      server.close();
      await once(server, "close");
    },
  };
}
