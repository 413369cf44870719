import { mkdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { loadOperations } from "../../../src/operations.ts";
import { createHttpApp } from "../../../src/surfaces/http/create-http-app.ts";
import { type TestPlace, withPlace } from "../../support/test-context.ts";

const operations = await loadOperations();

const PORT = 4738;
const TOKEN = "a-token-of-the-test";

async function loopback({ open }: TestPlace) {
  const access = { type: "loopback", port: PORT, token: () => TOKEN, clock: () => 0 } as const;
  const app = createHttpApp(await open(), { operations, access });
  const headers = { host: `localhost:${PORT}`, authorization: `Bearer ${TOKEN}` };
  return (path: string, init: { method?: string; body?: string; headers?: Record<string, string> } = {}) =>
    app.request(path, { ...init, headers: { ...headers, ...init.headers } });
}

interface Description {
  paths: Record<string, Record<string, { operationId: string; parameters: { name: string; in: string }[] }>>;
}

const json = { "content-type": "application/json" };

describe("the API", () => {
  test("serves every operation", () =>
    withPlace(async (place) => {
      const request = await loopback(place);
      const saved = await request("/v1/save", { method: "POST", headers: json, body: '{"name":"<b>"}' });
      expect(saved.status).toBe(200);
      expect(saved.headers.get("x-content-type-options")).toBe("nosniff");
      const text = await saved.text();
      expect(text).toContain("\\u003cb>");
      const { id } = JSON.parse(text);
      expect(await (await request(`/v1/inspect?id=${id}`)).json()).toMatchObject({
        checkpoint: { name: "<b>" },
      });
    }));

  test("describes each path with all its methods, and GET's input as a query", () =>
    withPlace(async (place) => {
      const request = await loopback(place);
      const { paths } = (await (await request("/openapi.json")).json()) as Description;
      const described = operations.map(({ name }) => `/v1/${name}`);
      const more = [
        "/api/checkpoints",
        "/api/checkpoints/{sessionKey}",
        "/sessions/{id}/agent-restart",
        "/healthz",
      ];
      expect(Object.keys(paths)).toEqual([...described, ...more]);
      for (const { name, readOnly } of operations)
        expect(Object.keys(paths[`/v1/${name}`] ?? {})).toEqual(readOnly ? ["get", "post"] : ["post"]);
      const inQuery = paths["/v1/inspect"]?.["get"]?.parameters.filter((field) => field.in === "query");
      expect(inQuery).toEqual([
        expect.objectContaining({ name: "id", required: true, schema: { type: "string", maxLength: 200 } }),
        expect.objectContaining({ name: "at", required: false }),
        expect.objectContaining({ name: "raw", required: false }),
      ]);
      const ids = Object.values(paths).flatMap((methods) => Object.values(methods));
      expect(new Set(ids.map(({ operationId }) => operationId)).size).toBe(ids.length);
    }));

  test("SEC-S3: one token serves all projects of the user: a checkpoint of another one is read by its id", () =>
    withPlace(async (place) => {
      const request = await loopback(place);
      const other = join(place.root, "other");
      mkdirSync(other);
      const there = { "x-holdfast-directory": other };
      const body = '{"name":"theirs"}';
      const saved = await request("/v1/save", { method: "POST", headers: { ...json, ...there }, body });
      const { id } = (await saved.json()) as { id: string };
      const found = await request(`/v1/inspect?id=${id}`);
      expect(await found.json()).toMatchObject({ checkpoint: { id, worktree: other } });
      // Names and lists are those of one project.
      expect(await (await request("/v1/list")).json()).toMatchObject({ checkpoints: [] });
      expect((await request("/v1/inspect?id=theirs")).status).toBe(404);
    }));

  test("errors carry their code, status and the next step", () =>
    withPlace(async (place) => {
      const request = await loopback(place);
      const missing = await request("/v1/inspect?id=chk_zzzzzz");
      expect(missing.status).toBe(404);
      expect(await missing.json()).toMatchObject({
        code: "not_found",
        next: expect.stringContaining("holdfast list"),
      });
      expect((await request("/v1/nothing")).status).toBe(404);
      expect((await request("/v1/save", { method: "POST", headers: json, body: "{" })).status).toBe(400);
      const wrongMethod = await request("/v1/save");
      expect([wrongMethod.status, wrongMethod.headers.get("allow")]).toEqual([405, "POST"]);
    }));

  test("SEC-S3 SEC-S4: without the token nothing is served but health, and guessing is slowed down", () =>
    withPlace(async (place) => {
      const request = await loopback(place);
      const health = await request("/healthz", { headers: { authorization: "" } });
      expect(Object.keys((await health.json()) as object)).toEqual(["status", "version"]);
      for (let i = 0; i < 20; i++) {
        const wrong = await request("/v1/list", {
          headers: { authorization: `Bearer ${TOKEN.slice(0, -1)}x` },
        });
        expect(wrong.status).toBe(401);
      }
      const slowedDown = await request("/v1/list", { headers: { authorization: "Bearer y" } });
      expect([slowedDown.status, slowedDown.headers.get("retry-after")]).toEqual([429, "60"]);
      expect((await request("/v1/list")).status).toBe(200);
    }));

  test.each([
    "evil.example:4738",
    "",
    ":4738",
    "127.0.0.1.evil.example",
    "localhost.",
    "0.0.0.0:4738",
    "localhost:1",
  ])("SEC-S5 SEC-S6: refuses the host %j", (host) =>
    withPlace(async (place) => {
      const request = await loopback(place);
      for (const path of ["/v1/list", "/healthz"])
        expect((await request(path, { headers: { host } })).status).toBe(403);
    }),
  );

  test.each(["localhost:4738", "127.0.0.1:4738", "[::1]:4738"])("SEC-S7: serves the host %s", (host) =>
    withPlace(async (place) => {
      const request = await loopback(place);
      expect((await request("/v1/list", { headers: { host } })).status).toBe(200);
    }),
  );

  test.each(["https://evil.example", "null", "http://localhost.evil.example", "http://127.0.0.1:9"])(
    "SEC-S8 SEC-S10: refuses the origin %s and allows it nothing",
    (origin) =>
      withPlace(async (place) => {
        const request = await loopback(place);
        for (const method of ["GET", "POST", "OPTIONS"]) {
          const answer = await request("/v1/list", { method, headers: { origin } });
          expect(answer.status).toBe(403);
          expect(answer.headers.get("access-control-allow-origin")).toBeNull();
        }
      }),
  );

  test("SEC-S14: cookies are not accepted as tokens, so a page cannot use a stored one", () =>
    withPlace(async (place) => {
      const request = await loopback(place);
      const headers = { ...json, authorization: "", cookie: `token=${TOKEN}; authorization=Bearer ${TOKEN}` };
      const answer = await request("/v1/save", { method: "POST", headers, body: "{}" });
      expect([answer.status, answer.headers.get("set-cookie")]).toEqual([401, null]);
    }));

  test("SEC-S9 SEC-S11 SEC-S13 SEC-S45: refuses cross-site calls, other media types, tokens in addresses, large bodies", () =>
    withPlace(async (place) => {
      const request = await loopback(place);
      expect((await request("/v1/list", { headers: { "sec-fetch-site": "cross-site" } })).status).toBe(403);
      const plain = { method: "POST", headers: { "content-type": "text/plain" }, body: "{}" };
      expect((await request("/v1/save", plain)).status).toBe(415);
      expect((await request(`/v1/list?token=${TOKEN}`)).status).toBe(401);
      const large = JSON.stringify({ digest: "x".repeat(1_200_000) });
      const headers = { ...json, "content-length": String(large.length) };
      expect((await request("/v1/save", { method: "POST", headers, body: large })).status).toBe(413);
    }));
});
