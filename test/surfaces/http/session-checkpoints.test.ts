import { expect, test } from "vitest";
import { digest } from "../../../src/capture/operations/digest.ts";
import { loadOperations } from "../../../src/operations.ts";
import { save } from "../../../src/place/operations/save.ts";
import { createHttpApp } from "../../../src/surfaces/http/create-http-app.ts";
import { AgentSession } from "../../support/agent-session.ts";
import { type TestPlace, withPlace } from "../../support/test-context.ts";

const operations = await loadOperations();

const ROW = {
  session_key: "one",
  harness: "claude-code",
  trigger: "pre_compaction",
  prompt_count: 1,
  memory_queries: ["scanners"],
  recent_remembers: null,
  digest: expect.stringContaining("Build the importer."),
  created_at: expect.stringMatching(/^2026-11-21T12:/),
};

async function api({ open }: TestPlace) {
  const ctx = await open();
  const app = createHttpApp(ctx, { operations, access: { type: "socket" } });
  const get = async (path: string) => {
    const answer = await app.request(path);
    return {
      status: answer.status,
      body: (await answer.json()) as { checkpoints: { id: string; trigger: string }[] },
    };
  };
  return { ctx, get };
}

test("S35 S36 S6 S46: the checkpoints of a project and of a session, under the design's names", () =>
  withPlace(async (place) => {
    const { ctx, get } = await api(place);
    const session = new AgentSession(ctx, place.clock, { nativeSession: "one" });
    await session.prompt("Build the importer.");
    await session.use("mcp__holdfast__recall", { query: "scanners" });
    await session.compact();
    const row = { ...ROW, project: place.project, project_normalized: place.project };
    const ofProject = await get(`/api/checkpoints?project=${encodeURIComponent(place.project)}`);
    expect(ofProject.body.checkpoints).toEqual([expect.objectContaining(row)]);
    expect((await get("/api/checkpoints/one")).body).toEqual(ofProject.body);
    expect((await get("/api/checkpoints/another")).body).toEqual({ checkpoints: [] });
    expect((await get("/api/checkpoints?project=/nowhere")).body).toEqual({ checkpoints: [] });
    for (const wrong of [
      "",
      "?project=here",
      "?project=%2Fa%00",
      `?project=/${"x".repeat(5_000)}`,
      `/${"k".repeat(129)}`,
    ])
      expect((await get(`/api/checkpoints${wrong}`)).status).toBe(400);
  }));

test("S7: each has its reason, in the terms of the design", () =>
  withPlace(async (place) => {
    const { ctx, get } = await api(place);
    const session = new AgentSession(ctx, place.clock, { nativeSession: "one" });
    for (let i = 1; i <= 10; i++) await session.prompt(`Look at part ${i}.`);
    await session.compact();
    const caller = { ...ctx.caller, agent: "claude-code", nativeSession: "one" } as const;
    await digest.call({ ...ctx, caller }, { state: "Half of it is done." });
    await save.call({ ...ctx, caller }, {});
    const { body } = await get("/api/checkpoints/one");
    expect(body.checkpoints.map(({ trigger }) => trigger).reverse()).toEqual([
      "periodic",
      "pre_compaction",
      "agent",
      "explicit",
    ]);
  }));

test("S47: on the loopback port they are served with the token only", () =>
  withPlace(async ({ open, project }) => {
    const access = { type: "loopback", port: 4738, token: () => "right", clock: () => 0 } as const;
    const app = createHttpApp(await open(), { operations, access });
    const status = async (path: string, token: string) => {
      const headers = { host: "localhost:4738", authorization: `Bearer ${token}` };
      return (await app.request(path, { headers })).status;
    };
    for (const path of [`/api/checkpoints?project=${encodeURIComponent(project)}`, "/api/checkpoints/one"])
      expect([await status(path, "wrong"), await status(path, "right")]).toEqual([401, 200]);
  }));

test("S20 S35: newest first, ten unless asked, and never more than a hundred", () =>
  withPlace(async (place) => {
    const { ctx, get } = await api(place);
    const session = new AgentSession(ctx, place.clock, { nativeSession: "one" });
    await session.prompt("Build the importer.");
    for (let i = 0; i < 12; i++) await session.compact();
    const of = async (limit: string) =>
      (await get(`/api/checkpoints?project=${encodeURIComponent(place.project)}${limit}`)).body.checkpoints;
    expect(await of("")).toHaveLength(10);
    expect(await of("&limit=3")).toEqual((await of("&limit=12")).slice(0, 3));
    expect(await of("&limit=100000")).toHaveLength(12);
    expect(await of("&limit=0")).toHaveLength(1);
  }));

test("S37: nothing can be written, and too many calls are refused", () =>
  withPlace(async (place) => {
    const { ctx, get } = await api(place);
    const app = createHttpApp({ ...ctx, clock: () => 0 }, { operations, access: { type: "socket" } });
    expect((await app.request("/api/checkpoints/one", { method: "DELETE" })).status).toBe(405);
    for (let i = 0; i < 600; i++) await app.request("/api/checkpoints/one");
    const refused = await app.request("/api/checkpoints/one");
    expect(refused.status).toBe(429);
    expect((await get("/api/checkpoints/one")).status).toBe(200);
  }));
