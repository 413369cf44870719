import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, test } from "vitest";
import { Config } from "../../src/kernel/config/config.ts";
import { eventually } from "../support/hook-bench.ts";
import { withMachine } from "./machine.ts";

const SECRET = ["ghp", "_x9K2mQ7vR4tY8wB3nZ6pL1sD5fG0hJcVbN7q"].join("");

interface Call {
  method: string | undefined;
  headers: IncomingMessage["headers"];
  body: string;
  /** The caller gave up before there was an answer. */
  abandoned: boolean;
}

/** A real server on loopback, and what it received. */
async function openServer(answer: (response: ServerResponse, call: number) => void) {
  const calls: Call[] = [];
  const server = createServer((request, response) => {
    const { method, headers } = request;
    const call: Call = { method, headers, body: "", abandoned: false };
    request.on("data", (part) => (call.body += part));
    request.on("end", () => answer(response, calls.push(call)));
    response.on("close", () => {
      call.abandoned = !response.writableEnded;
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  return {
    calls,
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook?key=1`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}

/** Garbage collection has lost time limits that only weak references held. */
setFlagsFromString("--expose-gc");
const collectGarbage: () => void = runInNewContext("gc");

describe("a webhook", () => {
  test("T26: gets each new answer once, shortened and without its secrets", () =>
    withMachine(async ({ openWith, session: begin }) => {
      await using server = await openServer((response) => response.end());
      const session = begin(await openWith({ webhook: server.url }));
      for (const answer of [`The token is ${SECRET}.`, `The token is ${SECRET}.`, "It is gone."])
        await session.stop(answer);
      await eventually(async () => server.calls.length === 2);
      const [call] = server.calls;
      expect(call).toMatchObject({ method: "POST", headers: { "content-type": "application/json" } });
      expect(call?.body).not.toContain(SECRET);
      const { nativeId } = await session.row();
      expect(JSON.parse(call?.body ?? "")).toEqual({
        event: "agent_stop",
        agent: "claude-code",
        project: "project",
        session: nativeId,
        at: expect.stringMatching(/^2026-11-21T12:00/),
        summary: expect.stringMatching(/^The token is .*\.$/),
      });
    }));

  test("is not followed elsewhere, and its response is not read", () =>
    withMachine(async ({ openWith, session: begin }) => {
      await using elsewhere = await openServer((response) => response.end());
      await using server = await openServer((response, call) => {
        const endless = () => void (response.write("x".repeat(65_536)) && setImmediate(endless));
        if (call > 1) endless();
        else response.writeHead(307, { location: elsewhere.url }).end();
      });
      const session = begin(await openWith({ webhook: server.url }));
      for (const answer of ["One.", "Two.", "Three."]) await session.stop(answer);
      await eventually(async () => server.calls.length === 3 && server.calls[2]?.abandoned);
      expect(elsewhere.calls).toEqual([]);
    }));

  test("that never answers is given up, holds up no stop, and costs the next call nothing", () =>
    withMachine(async ({ openWith, session: begin }) => {
      await using server = await openServer((response, call) => void (call > 1 && response.end()));
      const session = begin(await openWith({ webhook: server.url }));
      await session.stop("One.");
      await session.stop("Two.");
      await eventually(async () => {
        collectGarbage();
        return server.calls.length === 2;
      });
      expect(server.calls.map(({ abandoned }) => abandoned)).toEqual([true, false]);
    }));

  test("is released immediately when the process ends", () =>
    withMachine(async ({ openWith, session: begin }) => {
      await using server = await openServer(() => {});
      const ctx = await openWith({ webhook: server.url });
      await begin(ctx).stop("One.");
      await eventually(async () => server.calls.length === 1);
      await ctx.close();
      await eventually(async () => server.calls[0]?.abandoned);
    }));

  test.each([
    ["https://example.test/hook", true],
    ["http://localhost:8080/", true],
    ["http://[::1]/", true],
    ["http://example.test/hook", false],
    ["http://127.0.0.1.example.test/", false],
    ["http://localhost@example.test/", false],
    ["http://169.254.169.254/latest", false],
    ["file:///etc/passwd", false],
    ["no address", false],
  ])("may be %s: %s", (webhook, allowed) => {
    expect(Config.safeParse({ notifications: { webhook } }).success).toBe(allowed);
  });
});
