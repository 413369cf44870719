import { symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { loadState } from "../../src/checkpoints/state/load/load-state.ts";
import { AgentSession } from "../support/agent-session.ts";
import { withPlace } from "../support/test-context.ts";

const MINUTE = 60_000;
const RECALL = "mcp__plugin_holdfast_holdfast__recall";
const REMEMBER = "mcp__plugin_holdfast_holdfast__remember";

test("S1 S14 S23 S29 S30 D1: the checkpoint of ten prompts holds the last 20 queries and 10 notes, and the next begins anew", () =>
  withPlace(async ({ open, clock }) => {
    const ctx = await open();
    const session = new AgentSession(ctx, clock);
    for (let i = 1; i <= 9; i++) {
      await session.prompt(`Look at part ${i}.`);
      for (const half of ["a", "b", "c"]) await session.use(RECALL, { query: `query ${i}${half}` });
      for (const half of ["a", "b"]) await session.use(REMEMBER, { text: `note ${i}${half}` });
    }
    await session.prompt("Look at part 10.");
    const { id, capture } = await session.row();
    const [checkpoint] = await ctx.store.listCheckpoints({ sessionId: id, limit: 5 });
    const state = await loadState(checkpoint?.stateRoot ?? "", (keys) => ctx.store.getNodes(keys));
    const { queries, remembered } = state as { queries: string[]; remembered: string[] };
    expect([queries.length, queries[0], queries.at(-1)]).toEqual([20, "query 3b", "query 9c"]);
    expect([remembered.length, remembered[0], remembered.at(-1)]).toEqual([10, "note 5a", "note 9b"]);
    expect(checkpoint).toMatchObject({ trigger: "periodic", stepNumber: 10 });
    expect(capture).toMatchObject({ queries: [], remembered: [] });
  }));

test("S15 S44: accumulated state outlives its process", () =>
  withPlace(async ({ open, clock }) => {
    const native = { nativeSession: "one" };
    for (let i = 1; i <= 9; i++)
      await new AgentSession(await open(), clock, native).prompt(`Look at part ${i}.`);
    const ctx = await open();
    const last = new AgentSession(ctx, clock, native);
    await last.prompt("Look at part 10.");
    const { id } = await last.row();
    expect(await ctx.store.listCheckpoints({ sessionId: id, limit: 5 })).toHaveLength(1);
  }));

test("S22 S42: due by number and a moment later by time is one checkpoint, and the end keeps what came after, once", () =>
  withPlace(async ({ open, clock }) => {
    const ctx = await open();
    const session = new AgentSession(ctx, clock);
    for (let i = 1; i <= 9; i++) await session.prompt(`Look at part ${i}.`);
    for (let step = 1; step <= 2; step++) {
      clock.now += 7 * MINUTE;
      await session.use("Edit", { file_path: `/home/user/app/part${step}.ts` });
    }
    await session.prompt("Look at part 10.");
    clock.now += 2 * MINUTE;
    await session.use("Edit", { file_path: "/home/user/app/part3.ts" });
    const { id } = await session.row();
    const made = async () => (await ctx.store.listCheckpoints({ sessionId: id, limit: 9 })).reverse();
    expect((await made()).map(({ trigger }) => trigger)).toEqual(["periodic"]);
    await session.prompt("Look at part 11.");
    for (let ends = 1; ends <= 2; ends++) await session.end();
    const [first, last, ...more] = await made();
    expect([first?.stepNumber, last?.stepNumber, last?.trigger, more]).toEqual([10, 11, "session_end", []]);
  }));

test("S16 S43: a project reached through a link is the same project; a missing directory is known by its path", () =>
  withPlace(async ({ open, clock, project, root }) => {
    symlinkSync(project, join(root, "link"));
    const ctx = await open();
    const [direct, linked, gone] = [project, join(root, "link"), join(root, "gone")].map(
      (cwd) => new AgentSession(ctx, clock, { cwd }),
    );
    for (const session of [direct, linked, gone]) await session?.prompt("Look at part 1.");
    const rows = await ctx.store.listSessions({ limit: 9 });
    const worktrees = rows.map(({ worktree }) => worktree).sort();
    expect(worktrees).toEqual([join(root, "gone"), project, project]);
    expect(new Set(rows.map(({ projectId }) => projectId)).size).toBe(2);
  }));
