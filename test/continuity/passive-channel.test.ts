import { expect, test } from "vitest";
import { loadState } from "../../src/checkpoints/state/load-state.ts";
import { AgentSession } from "../support/agent-session.ts";
import { withPlace } from "../support/test-context.ts";

const RECALL = "mcp__plugin_holdfast_holdfast__recall";
const REMEMBER = "mcp__plugin_holdfast_holdfast__remember";

test("S1 S14 S23 S29 S30: the checkpoint of ten prompts holds the last 20 queries and 10 notes, and the next begins anew", () =>
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
    expect(JSON.parse(capture ?? "{}")).toMatchObject({ queries: [], remembered: [] });
  }));

test("S15 S44: what was accumulated outlives the process that saw it", () =>
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
