import { once } from "node:events";
import { get, type IncomingMessage } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { closeServer, openLoopback } from "../../../src/daemon/loopback-server.ts";
import { createPageEvents, type PageEvents } from "../../../src/surfaces/http/page/page-events.ts";

/** Serves streams with the daemon's own listener. */
async function withStreams(
  work: (lab: {
    events: PageEvents;
    store: { revision: string };
    connect: (lastId?: string) => Promise<IncomingMessage>;
  }) => Promise<void>,
): Promise<void> {
  const events = createPageEvents(10);
  const store = { revision: "one" };
  const { server, port } = await openLoopback({ port: 0, bind: "127.0.0.1" }, () => async (request) => {
    const lastId = request.headers.get("last-event-id");
    return await events
      .connect(lastId, async () => store.revision)
      .catch((error: Error) => new Response(error.message, { status: 429 }));
  });
  const connect = async (lastId?: string) => {
    const headers = lastId === undefined ? {} : { "last-event-id": lastId };
    const [response] = (await once(get({ port, host: "127.0.0.1", headers, agent: false }), "response")) as [
      IncomingMessage,
    ];
    return response.setEncoding("utf8").on("error", () => {});
  };
  try {
    await work({ events, store, connect });
  } finally {
    await closeServer(server, 50);
  }
}

const nextText = async (stream: IncomingMessage) => String((await once(stream, "data"))[0]);

async function until(isTrue: () => boolean): Promise<void> {
  while (!isTrue()) await sleep(5);
}

test("an open page receives the revision of the store, and each later one", () =>
  withStreams(async ({ store, connect }) => {
    const stream = await connect();
    expect(await nextText(stream)).toBe("id: one\nevent: changed\ndata: {}\n\n");
    store.revision = "two";
    expect(await nextText(stream)).toBe("id: two\nevent: changed\ndata: {}\n\n");
  }));

test("after a reconnection, a change in the meantime is sent, and nothing if there was none", () =>
  withStreams(async ({ store, connect }) => {
    expect(await nextText(await connect("one"))).toBe(": connected\n\n");
    store.revision = "two";
    expect(await nextText(await connect("one"))).toContain("id: two\n");
  }));

test("a hundred pages that come and go leave no stream, and the store is not read for nobody", () =>
  withStreams(async ({ events, connect }) => {
    for (let i = 0; i < 100; i++) {
      const stream = await connect();
      await nextText(stream);
      stream.destroy();
      await until(() => events.count() === 0);
    }
    expect(events.count()).toBe(0);
  }));

test("at most twenty streams are open at once", () =>
  withStreams(async ({ events, connect }) => {
    const streams = await Promise.all(Array.from({ length: 21 }, () => connect()));
    const refused = streams.filter(({ statusCode }) => statusCode === 429);
    expect(refused).toHaveLength(1);
    expect(events.count()).toBe(20);
  }));
