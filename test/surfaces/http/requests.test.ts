import { expect, test } from "vitest";
import { loadOperations } from "../../../src/operations.ts";
import { withServer } from "../../support/http-server.ts";
import { withPlace } from "../../support/test-context.ts";

const operations = await loadOperations();

const json = { "content-type": "application/json" };

test("every method is answered without a body: the right ones, and the others with those that are right", () =>
  withPlace((place) =>
    withServer(place, operations, async (send) => {
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

test("a path that is not a directory is rejected, since no one would find what is saved there", () =>
  withPlace((place) =>
    withServer(place, operations, async (send) => {
      for (const folder of ["/nowhere", "project", "/dev/null", ""]) {
        const headers = { ...json, "x-holdfast-directory": folder };
        for (const path of ["/v1/save", "/mcp"])
          expect(await send({ method: "POST", path, headers, body: "{}" })).toMatchObject({
            status: 400,
            body: { code: "invalid_input" },
          });
      }
      const headers = { "x-holdfast-directory": place.project };
      expect(await send({ path: "/v1/list", headers })).toMatchObject({ status: 200 });
    }),
  ));

test("SEC-S45: a body in chunks of unknown length is accepted, and refused as soon as it is too large", () =>
  withPlace((place) =>
    withServer(place, operations, async (send) => {
      const post = (body: string[]) => send({ method: "POST", path: "/v1/save", headers: json, body });
      expect(await post(['{"name":', '"in pieces"}'])).toMatchObject({ body: { name: "in pieces" } });
      const large = Array.from({ length: 40 }, () => "x".repeat(32_768));
      const refused = await post(large).catch(({ code }: NodeJS.ErrnoException) => code);
      // The rest is not read: a client that is still writing may see its connection closed instead.
      if (typeof refused === "object") expect(refused.status).toBe(413);
      else expect(["EPIPE", "ECONNRESET"]).toContain(refused);
    }),
  ));

test("an integer beyond doubles and every character come back as they were sent", () =>
  withPlace((place) =>
    withServer(place, operations, async (send) => {
      const state = '{"id":12345678901234567890,"text":"\\u0000n1 – 修"}';
      const saved = await send({
        method: "POST",
        path: "/v1/save",
        headers: json,
        body: `{"state":${state}}`,
      });
      const { text } = await send({ path: `/v1/inspect?id=${String(saved.body["id"])}` });
      expect(text).toContain(`"state":${state}`);
    }),
  ));

test("MCP is answered behind the daemon's listener, and bounded as all is", () =>
  withPlace((place) =>
    withServer(place, operations, async (send) => {
      const headers = { ...json, accept: "application/json, text/event-stream" };
      const post = (body: string) => send({ method: "POST", path: "/mcp", headers, body });
      expect(await post("x".repeat(1_100_000))).toMatchObject({ status: 413 });
      expect((await post("{")).status).toBe(400);
    }),
  ));
