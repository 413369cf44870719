import { once } from "node:events";
import { createServer } from "node:http";

/** A web server of the lab's user on loopback that keeps the JSON posted to it. */
export async function openWebhook() {
  /** @type {any[]} */
  const posts = [];
  const server = createServer((request, response) => {
    let body = "";
    request.setEncoding("utf8").on("data", (part) => (body += part));
    request.on("end", () => {
      posts.push(JSON.parse(body));
      response.end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = /** @type {import("node:net").AddressInfo} */ (server.address());
  return {
    url: `http://127.0.0.1:${address.port}/`,
    posts,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
