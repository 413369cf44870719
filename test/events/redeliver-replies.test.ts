import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { deleteOperation } from "../../src/checkpoints/operations/delete.ts";
import { handleEvents } from "../../src/events/handle-events.ts";
import { chooseRedelivery } from "../../src/events/redeliver-replies.ts";
import type { AgentEvent, Reply } from "../../src/kernel/agent/agent-event.ts";
import { Config } from "../../src/kernel/config/config.ts";
import type { EventHandler } from "../../src/kernel/event-handler.ts";
import { save } from "../../src/place/operations/save.ts";
import { dismiss } from "../../src/recovery/operations/dismiss.ts";
import { withDebriefs } from "../debrief/turn.ts";
import { AgentSession } from "../support/agent-session.ts";

const RULE = "Never write to the production bucket.";

function event(ctx: OpenContext, said: object): AgentEvent {
  const place = { agent: "claude-code", nativeSession: "next", cwd: ctx.caller.cwd };
  return { id: randomUUID(), at: ctx.clock(), ...place, ...said } as AgentEvent;
}

const start = (ctx: OpenContext, source = "startup") => event(ctx, { kind: "session_start", source });
const prompt = (ctx: OpenContext, text: string) => event(ctx, { kind: "user_prompt_submit", prompt: text });

/** Handles an event as a hook does, which confirms the reply once it is printed. */
async function answer(ctx: OpenContext, one: AgentEvent, awaited = true): Promise<Reply> {
  const [handled] = await handleEvents(ctx, [{ event: one, awaited, confirms: awaited }]);
  if (handled?.status !== "fulfilled") throw new Error("not handled", { cause: handled?.reason });
  return handled.value;
}

async function print(ctx: OpenContext, one: AgentEvent): Promise<Reply> {
  const reply = await answer(ctx, one);
  await ctx.store.confirmReplies([one.id], ctx.clock());
  return reply;
}

/** A session whose process is gone, so that the next session can continue its work. */
async function leaveWork(ctx: OpenContext, clock: { now: number }) {
  const killed = new AgentSession(ctx, clock, { pid: 4_194_305 });
  await killed.prompt(`Build the importer. ${RULE}`);
  await killed.stop();
}

const deliveries = async (ctx: OpenContext) => {
  const session = await ctx.store.findSession("claude-code", "next");
  return await ctx.store.listDeliveries(session?.id ?? "");
};
const pending = (ctx: OpenContext) => ctx.store.listPendingReplies({ limit: 9 });

describe("R-H8 R-H9: a record that no hook has printed", () => {
  test("is carried by the reply to the next prompt, until one is printed", () =>
    withDebriefs(async ({ open, clock }) => {
      const ctx = await open();
      await leaveWork(ctx, clock);
      expect((await answer(ctx, start(ctx))).context).toContain(RULE);
      expect(await deliveries(ctx)).toMatchObject([{ arrivedAt: null }]);
      expect((await answer(ctx, prompt(ctx, "Where were we?"))).context).toContain(RULE);
      clock.now += 5;
      expect((await print(ctx, prompt(ctx, "And now?"))).context).toContain(RULE);
      expect(await deliveries(ctx)).toMatchObject([{ arrivedAt: expect.any(Number) }]);
      expect(await pending(ctx)).toEqual([]);
      expect(await answer(ctx, prompt(ctx, "Go on."))).toEqual({});
    }));

  test("is carried once where its start is drained from the spool as well", () =>
    withDebriefs(async ({ open, clock }) => {
      const ctx = await open();
      await leaveWork(ctx, clock);
      const first = start(ctx);
      await answer(ctx, first);
      await answer(ctx, first, false);
      const { context } = await print(ctx, prompt(ctx, "Where were we?"));
      expect(context?.split(RULE)).toHaveLength(2);
      expect(await answer(ctx, prompt(ctx, "Go on."))).toEqual({});
    }));

  test("is delivered although its start and first prompt were only spooled", () =>
    withDebriefs(async ({ open, clock }) => {
      const ctx = await open();
      await leaveWork(ctx, clock);
      await answer(ctx, start(ctx), false);
      await answer(ctx, prompt(ctx, "Where were we?"), false);
      expect((await print(ctx, prompt(ctx, "Hello?"))).context).toContain(RULE);
    }));

  test("is not carried by an event whose hook runs at the same moment, but by the next one", () =>
    withDebriefs(async ({ open, clock }) => {
      const ctx = await open();
      await leaveWork(ctx, clock);
      const [first, second] = [start(ctx), prompt(ctx, "Where were we?")];
      const both = [first, second].map((one) => ({ event: one, awaited: true, confirms: true }));
      const replies = await handleEvents(ctx, both);
      const texts = replies.map((one) => (one.status === "fulfilled" ? (one.value.context ?? "") : "failed"));
      expect(texts).toEqual([expect.stringContaining(RULE), ""]);
      expect((await pending(ctx)).map(({ eventId }) => eventId)).toEqual([first.id]);
      expect((await print(ctx, prompt(ctx, "And now?"))).context).toContain(RULE);
      expect(await answer(ctx, prompt(ctx, "Go on."))).toEqual({});
    }));

  test("is replaced by a newer one", () =>
    withDebriefs(async ({ open, clock }) => {
      const ctx = await open();
      await leaveWork(ctx, clock);
      await answer(ctx, start(ctx));
      clock.now += 120_000;
      const { context } = await print(ctx, start(ctx, "compact"));
      expect(context?.match(/<holdfast-recovery/g)).toHaveLength(1);
      expect(await pending(ctx)).toEqual([]);
    }));

  test("is given up when the user dismisses it", () =>
    withDebriefs(async ({ open, clock }) => {
      const ctx = await open();
      await leaveWork(ctx, clock);
      await answer(ctx, start(ctx));
      await dismiss.call(ctx, { session: "next" });
      expect((await print(ctx, prompt(ctx, "Draw a map."))).context ?? "").not.toContain(RULE);
    }));

  test("is withdrawn with the checkpoint that it was made of", () =>
    withDebriefs(async ({ open, clock }) => {
      const ctx = await open();
      await leaveWork(ctx, clock);
      await answer(ctx, start(ctx));
      const [delivery] = await deliveries(ctx);
      const other = await save.call(ctx, { name: "other" });
      await deleteOperation.call(ctx, { id: other.id });
      expect(await pending(ctx)).toHaveLength(1);
      await deleteOperation.call(ctx, { id: delivery?.checkpointId ?? "" });
      expect(await pending(ctx)).toEqual([]);
      expect((await print(ctx, prompt(ctx, "Draw a map."))).context ?? "").not.toContain(RULE);
    }));

  test("is not pending for a caller that has the reply in hand", () =>
    withDebriefs(async ({ open, clock }) => {
      const ctx = await open();
      await leaveWork(ctx, clock);
      await handleEvents(ctx, [{ event: start(ctx), awaited: true }]);
      expect(await deliveries(ctx)).toMatchObject([{ arrivedAt: expect.any(Number) }]);
      expect(await pending(ctx)).toEqual([]);
    }));
});

test("R-H9: a debrief that no hook has printed answers the next stop", () =>
  withDebriefs(async ({ open, clock }) => {
    const opened = await open();
    const ctx = { ...opened, config: Config.parse({ debrief: { enabled: true, cooldownMs: 3_600_000 } }) };
    const answered = { stopHookActive: false, backgroundTasks: 0, lastAnswer: "Ported." };
    await print(ctx, prompt(ctx, "Port the reader."));
    clock.now += 120_000;
    const lost = await answer(ctx, event(ctx, { kind: "agent_stop", ...answered }));
    expect(lost.block?.reason).toMatch(/./);
    expect(await answer(ctx, event(ctx, { kind: "agent_stop", ...answered, stopHookActive: true }))).toEqual(
      {},
    );
    expect(await print(ctx, event(ctx, { kind: "agent_stop", ...answered }))).toEqual(lost);
    expect((await deliveries(ctx)).map(({ arrivedAt }) => arrivedAt)).not.toContain(null);
  }));

const lost = (id: number, reply: Reply, handler = "a") => ({ id, handler, reply });
const says = (reply: Reply, change: Partial<EventHandler> = {}) => ({
  handler: { name: "a", kinds: "all", handle: (_ctx, scope) => ({ scope }), ...change } as EventHandler,
  reply,
});
const can = { injectAtStart: true, injectAtPrompt: true, blockStop: true };
const at = (kind: AgentEvent["kind"], more: object = {}) =>
  ({ event: { kind, ...more }, can, parts: [] }) as unknown as Parameters<typeof chooseRedelivery>[1];

describe("what the reply to an event carries", () => {
  test("is nothing where the agent takes no context", () => {
    const without = { ...at("session_start"), can: { ...can, injectAtStart: false } as never };
    expect(chooseRedelivery([lost(1, { context: "x" })], without).carried).toEqual([]);
    expect(chooseRedelivery([lost(1, { context: "x" })], at("tool_use")).carried).toEqual([]);
    expect(chooseRedelivery([lost(1, { context: "x" })], at("session_start")).carried).toEqual([1]);
  });

  test("is no more than a client accepts; the rest waits", () => {
    const long = "x".repeat(5_000);
    const both = [lost(1, { context: long }), lost(2, { context: long }), lost(3, { notice: "seen" })];
    expect(chooseRedelivery(both, at("user_prompt_submit")).carried).toEqual([1, 3]);
  });

  test("is nothing beside a prompt that is rejected, which shows nothing else", () => {
    const rejects = { ...at("user_prompt_submit"), parts: [says({ block: { reason: "full" } })] };
    expect(chooseRedelivery([lost(1, { context: "x" })], rejects).carried).toEqual([]);
  });

  test("is at most one block, and none if the stop is answered anyway", () => {
    const blocks = [1, 2].map((id) => lost(id, { block: { reason: "Check it." } }, "debriefStop"));
    const refused = lost(3, { block: { reason: "full" } }, "adviseContext");
    expect(chooseRedelivery([refused], at("agent_stop", { stopHookActive: false })).carried).toEqual([]);
    expect(chooseRedelivery(blocks, at("agent_stop", { stopHookActive: false })).carried).toEqual([1]);
    expect(chooseRedelivery(blocks, at("agent_stop", { stopHookActive: true })).carried).toEqual([]);
    const answered = {
      ...at("agent_stop", { stopHookActive: false }),
      parts: [says({ block: { reason: "c" } }, { name: "debriefStop" })],
    };
    expect(chooseRedelivery(blocks, answered)).toMatchObject({ carried: [], givenUp: [1, 2] });
  });

  test("is what the same handler says again only if that is in addition", () => {
    const newer = { ...at("session_start"), parts: [says({ context: "new" })] };
    expect(chooseRedelivery([lost(1, { context: "old" })], newer).carried).toEqual([1]);
    const replaced = { ...newer, parts: [says({ context: "new" }, { ifLost: "replace" })] };
    expect(chooseRedelivery([lost(1, { context: "old" })], replaced)).toMatchObject({
      carried: [],
      givenUp: [1],
    });
  });
});
