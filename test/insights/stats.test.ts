import { DatabaseSync } from "@photostructure/sqlite";
import { describe, expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { stats } from "../../src/insights/operations/stats.ts";
import { collapse } from "../../src/rewind/operations/collapse.ts";
import { mark } from "../../src/rewind/operations/mark.ts";
import { AgentSession } from "../support/agent-session.ts";
import { withPlace } from "../support/test-context.ts";

/** No process has this id: a session that names it is dead. */
const DEAD = { pid: 4_194_305 };
const TODO = [
  { content: "parse the header", status: "in_progress" },
  { content: "quote the fields", status: "pending" },
];

async function killedSession(ctx: OpenContext, clock: { now: number }) {
  const session = new AgentSession(ctx, clock, DEAD);
  await session.start();
  await session.prompt("Build the importer.");
  for (const file of ["importer.ts", "rows.ts"]) {
    await session.use("Edit", { file_path: `${ctx.caller.cwd}/src/${file}` });
  }
  await session.use("TodoWrite", { todos: TODO });
  await session.use("Bash", { command: "npm test" }, { ok: false, text: "1 failed" });
  return session;
}

/** Comes back to the importer, one todo and the failure; only the importer is the user's own idea. */
async function goOn(session: AgentSession, cwd: string) {
  await session.prompt("Go on with importer.ts");
  await session.use("Read", { file_path: `${cwd}/src/importer.ts` });
  await session.use("Read", { file_path: `${cwd}/src/other.ts` });
  await session.use("TodoWrite", {
    todos: [{ content: "**Quote the fields** (next)", status: "in_progress" }],
  });
  await session.use("Bash", { command: "npm test" });
}

const REUSE = {
  files: { held: 2, used: 1 },
  todos: { held: 2, used: 1 },
  failures: { held: 1, used: 1 },
  novel: 2,
};

const groupOf = ({ groups }: Awaited<ReturnType<typeof stats.call>>, start: string) =>
  groups.find((group) => group.start === start);

describe("S39: the use of recovered facts", () => {
  test("S39: a recovered session's use of recovered facts, and which of them no prompt had mentioned", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      await killedSession(ctx, clock);
      const next = new AgentSession(ctx, clock);
      expect((await next.start()).context).toContain("parse the header");
      await goOn(next, ctx.caller.cwd);
      const shown = await stats.call(ctx, {});
      expect(groupOf(shown, "recovered")).toMatchObject({ sessions: 1, compared: 1, used: 1, ...REUSE });
      const { id } = await next.row();
      expect(shown.sessions.find(({ session }) => session === id)).toMatchObject({
        start: "recovered",
        prompts: 1,
        checkpoint: expect.stringMatching(/^chk_/),
        reuse: REUSE,
      });
    }));

  test("S39: a session that began too late for a recovery is a cold start, measured by the same rule", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const first = await killedSession(ctx, clock);
      await first.end();
      clock.now += 3 * 86_400_000;
      const next = new AgentSession(ctx, clock);
      expect(await next.start()).toEqual({});
      await goOn(next, ctx.caller.cwd);
      const shown = await stats.call(ctx, {});
      expect(groupOf(shown, "recovered")).toMatchObject({ sessions: 0 });
      // The first session of a project has nothing to be compared with.
      expect(groupOf(shown, "cold")).toMatchObject({ sessions: 2, compared: 1, used: 1, ...REUSE });
      expect((await stats.call(ctx, { days: 1 })).sessions).toHaveLength(1);
    }));

  test("S39: after a compaction only later use counts, and todos count when they progress", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const session = await killedSession(ctx, clock);
      await session.compact();
      await session.start("compact");
      expect(groupOf(await stats.call(ctx, {}), "restored")).toMatchObject({
        compared: 1,
        used: 0,
        files: { held: 2, used: 0 },
        todos: { held: 2, used: 0 },
      });
      await session.use("TodoWrite", { todos: TODO.map((todo) => ({ ...todo, status: "completed" })) });
      await session.use("Read", { file_path: `${ctx.caller.cwd}/src/rows.ts` });
      expect(groupOf(await stats.call(ctx, {}), "restored")).toMatchObject({
        used: 1,
        files: { held: 2, used: 1 },
        todos: { held: 2, used: 2 },
        novel: 3,
      });
    }));

  test("S39: two sessions that ran side by side are offered, and no one received a recovery", () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const [one, two] = [new AgentSession(ctx, clock, DEAD), new AgentSession(ctx, clock, DEAD)];
      for (const session of [one, two]) await session.start();
      for (const session of [one, two, one, two]) await session.prompt("Draw the chart.");
      const next = new AgentSession(ctx, clock);
      await next.start();
      await next.prompt("Something else.");
      const { id } = await next.row();
      const { sessions } = await stats.call(ctx, {});
      expect(sessions.find(({ session }) => session === id)).toMatchObject({ start: "asked" });
    }));

  test("a damaged or pruned checkpoint has nothing to compare, and is not an error", () =>
    withPlace(async ({ open, clock, root }) => {
      const ctx = await open();
      await killedSession(ctx, clock);
      const next = new AgentSession(ctx, clock);
      await next.start();
      await next.prompt("Go on.");
      const [delivery] = await ctx.store.listDeliveries((await next.row()).id);
      const checkpoint = await ctx.store.getCheckpoint(delivery?.checkpointId ?? "");
      const db = new DatabaseSync(ctx.paths.database);
      db.prepare("delete from nodes where key = ?").run(Buffer.from(checkpoint?.stateRoot ?? "", "hex"));
      db.close();
      expect(groupOf(await stats.call(ctx, {}), "recovered")).toMatchObject({ sessions: 1, compared: 0 });
      await ctx.store.deleteCheckpoints([checkpoint?.id ?? ""]);
      expect(groupOf(await stats.call(ctx, {}), "recovered")).toMatchObject({ sessions: 1, compared: 0 });
      const outside = await open({ cwd: root });
      expect((await stats.call(outside, {})).sessions).toEqual([]);
      expect((await stats.call(outside, { all: true })).sessions).toHaveLength(2);
    }));
});

test("damaged rewinds are counted as not measured", () =>
  withPlace(
    async ({ open, clock }) => {
      const ctx = await open({ agent: "claude-code", nativeSession: "one" });
      const session = new AgentSession(ctx, clock, { nativeSession: "one" });
      await session.start();
      await session.prompt("Find the bug.");
      await mark.call(ctx, { goal: "find it" });
      await collapse.call(ctx, { report: "It is in b.ts." });
      const db = new DatabaseSync(ctx.paths.database);
      db.exec("delete from nodes");
      db.close();
      expect((await stats.call(ctx, {})).rewinds).toMatchObject({ rewinds: 1, measured: 0 });
    },
    { rewind: { enabled: true } },
  ));
