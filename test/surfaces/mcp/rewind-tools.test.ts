import { expect, test } from "vitest";
import { loadOperations } from "../../../src/operations.ts";
import { AgentSession } from "../../support/agent-session.ts";
import { connectMcpClient } from "../../support/connect-mcp-client.ts";
import { withPlace } from "../../support/test-context.ts";

const operations = await loadOperations();
const native = "11111111-1111-4111-8111-111111111111";
const PAIR = ["checkpoint", "rewind"];

test("W5 W14: the two tools are offered together where rewind is switched on, and not at all by default", async () => {
  for (const [settings, offered] of [
    [{}, []],
    [{ rewind: { enabled: true } }, PAIR],
  ] as const)
    await withPlace(async ({ open }) => {
      const client = await connectMcpClient(operations, await open());
      const { tools } = await client.listTools();
      expect(tools.map(({ name }) => name).filter((name) => PAIR.includes(name))).toEqual(offered);
      if (offered.length === 0)
        expect(await client.callTool({ name: "checkpoint", arguments: { goal: "x" } }).catch(String)).toMatch(
          /checkpoint/,
        );
      await client.close();
    }, settings);
});

test("W1 W7: a call is bound by the client's id of it and, for Codex, to its thread; errors are the tool's", async () => {
  await withPlace(
    async (place) => {
      const ctx = await place.open();
      for (const [agent, nativeSession] of [
        ["codex", native],
        ["codex", "22222222-2222-4222-8222-222222222222"],
      ] as const) {
        const session = new AgentSession(ctx, place.clock, { agent, nativeSession });
        await session.start();
        await session.prompt("Find the bug.");
      }
      const client = await connectMcpClient(operations, ctx);
      const call = (name: string, given: object, _meta: object) =>
        client.callTool({ name, arguments: { ...given }, _meta: { ..._meta } });
      const goal = { goal: "who calls parse()?" };
      expect(await call("checkpoint", goal, { threadId: native })).toMatchObject({
        structuredContent: {
          goal: "who calls parse()?",
          message: expect.stringContaining("Checkpoint created."),
        },
      });
      const [mark] = await ctx.store.listCheckpoints({ kind: "mark", limit: 1 });
      const session = await ctx.store.findSession("codex", native);
      expect(mark?.sessionId).toBe(session?.id);
      const second = await call("checkpoint", goal, { threadId: native });
      expect(second).toMatchObject({ isError: true });
      expect(JSON.stringify(second.content)).toContain("Checkpoint already active.");
      // Two sessions run here: without the thread none is guessed.
      expect(await call("checkpoint", goal, {})).toMatchObject({ isError: true });
      const done = await call("rewind", { report: "Only cart.ts." }, { threadId: native });
      expect(Object.keys(done.structuredContent as object).sort()).toEqual([
        "fork",
        "goal",
        "message",
        "rewound",
      ]);
      await client.close();
    },
    { rewind: { enabled: true } },
  );
});
