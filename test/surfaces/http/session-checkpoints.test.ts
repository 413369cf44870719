import { expect, test } from "vitest";
import { operations } from "../../../src/operations.ts";
import { createHttpApp } from "../../../src/surfaces/http/create-http-app.ts";
import { AgentSession } from "../../support/agent-session.ts";
import { type TestPlace, withPlace } from "../../support/test-context.ts";

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
    return { status: answer.status, body: (await answer.json()) as { checkpoints: { id: string }[] } };
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
    expect((await app.request("/api/checkpoints/one", { method: "DELETE" })).status).toBe(404);
    for (let i = 0; i < 600; i++) await app.request("/api/checkpoints/one");
    const refused = await app.request("/api/checkpoints/one");
    expect(refused.status).toBe(429);
    expect((await get("/api/checkpoints/one")).status).toBe(200);
  }));
