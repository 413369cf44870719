import { expect, test } from "vitest";
import { digest } from "../../src/capture/operations/digest.ts";
import { AgentSession } from "../support/agent-session.ts";
import { withPlace } from "../support/test-context.ts";

const RULE = "Never write to the production bucket.";

for (const agent of ["claude-code", "gemini", "codex"] as const)
  test(`S5 S38: passive, active and pre-compaction checkpoints and recovery reach ${agent}`, () =>
    withPlace(async ({ open, clock }) => {
      const ctx = await open();
      const base = { agent, pid: process.pid };
      const session = new AgentSession(ctx, clock, { ...base, nativeSession: "one" });
      await session.start();
      await session.prompt(`Build the importer. ${RULE}`);
      for (let i = 2; i <= 10; i++) await session.prompt(`Look at part ${i}.`);
      const caller = { ...ctx.caller, agent, nativeSession: "one", pid: process.pid };
      await digest.call({ ...ctx, caller }, { state: "The header is parsed." });
      await session.compact();
      await session.end();
      const { id: sessionId } = await session.row();
      const made = await ctx.store.listCheckpoints({ sessionId, limit: 9 });
      expect(made.map(({ trigger }) => trigger).reverse()).toEqual([
        "periodic",
        "agent",
        "pre_compact",
        "session_end",
      ]);

      const next = new AgentSession(ctx, clock, base);
      const atStart = await next.start();
      const contexts = [atStart.context, (await next.prompt("Go on.")).context].filter(Boolean);
      expect(contexts).toEqual([expect.stringContaining(RULE)]);
      expect(contexts[0]).toContain("The header is parsed.");
    }));

test("S17: accumulated state needs no lock of its own: concurrent events all count, in any process", () =>
  withPlace(async ({ open, clock }) => {
    const base = { nativeSession: "one" };
    const ctx = await open();
    const first = new AgentSession(ctx, clock, base);
    await first.prompt("Look at part 1.");
    const others = [2, 3, 4, 5].map((part) => ({ part, session: new AgentSession(ctx, clock, base) }));
    await Promise.all(others.map(({ part, session }) => session.prompt(`Look at part ${part}.`)));
    const { promptCount, capture } = await first.row();
    expect(promptCount).toBe(5);
    expect(capture.prompts).toHaveLength(5);
  }));

test("S49: without a setting everything is in one SQLite file, and no server is needed", () =>
  withPlace(async ({ open }) => {
    const { config, paths } = await open();
    expect(config.store.url).toBeUndefined();
    expect(paths.database).toMatch(/\.db$/);
  }));
