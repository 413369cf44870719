import { randomUUID } from "node:crypto";
import { describe, expect, test } from "vitest";
import type { OpenContext } from "../../../src/app.ts";
import { handleEvents } from "../../../src/events/handle-events.ts";
import type { AgentEvent, Reply } from "../../../src/kernel/agent/agent-event.ts";
import { deliveries } from "../../../src/recovery/operations/deliveries.ts";
import { dismiss } from "../../../src/recovery/operations/dismiss.ts";
import { AgentSession } from "../../support/agent-session.ts";
import { type TestPlace, withPlace } from "../../support/test-context.ts";

const RULE = "Never write to the production bucket.";

function event(ctx: OpenContext, said: object): AgentEvent {
  const place = { agent: "claude-code", nativeSession: "next", cwd: ctx.caller.cwd };
  return { id: randomUUID(), at: ctx.clock(), ...place, ...said } as AgentEvent;
}
const START = { kind: "session_start", source: "startup" };
const prompt = (text: string) => ({ kind: "user_prompt_submit", prompt: text });

/** The reply to an event. The hook confirms it only if it has printed it. */
async function answer(ctx: OpenContext, said: object, isPrinted: boolean): Promise<Reply> {
  const one = event(ctx, said);
  const [handled] = await handleEvents(ctx, [{ event: one, awaited: true, confirms: true }]);
  if (handled?.status !== "fulfilled") throw new Error("not handled", { cause: handled?.reason });
  if (isPrinted) await ctx.store.confirmReplies([one.id], ctx.clock());
  return handled.value;
}

/** A session whose process is gone, so that the next session can continue its work. */
async function leaveWork({ open, clock }: TestPlace): Promise<OpenContext> {
  const ctx = await open();
  const killed = new AgentSession(ctx, clock, { pid: 4_194_305 });
  await killed.prompt(`Build the importer. ${RULE}`);
  await killed.stop();
  return ctx;
}

const shown = async (ctx: OpenContext, input = {}) =>
  await deliveries.call(ctx, { session: "next", ...input });

describe("what a session was given", () => {
  test("is shown word for word, with when it arrived", () =>
    withPlace(async (place) => {
      const ctx = await leaveWork(place);
      const reply = await answer(ctx, START, true);
      expect(reply.context).toContain(RULE);
      expect(await shown(ctx)).toMatchObject({
        agent: "claude-code",
        nativeSession: "next",
        deliveries: [
          {
            state: "arrived",
            channel: "session_start",
            handler: "deliverRecovery",
            arrivedAt: expect.any(String),
            model: reply.context,
            person: reply.notice,
            chars: reply.context?.length,
          },
        ],
        more: false,
      });
    }));

  test("is pending until a later reply has brought it, and then shown once", () =>
    withPlace(async (place) => {
      const ctx = await leaveWork(place);
      const { context } = await answer(ctx, START, false);
      expect((await shown(ctx)).deliveries).toMatchObject([{ state: "pending", arrivedAt: null }]);
      place.clock.now += 1_000;
      await answer(ctx, prompt("Where were we?"), true);
      expect((await shown(ctx)).deliveries).toMatchObject([
        { state: "arrived", arrivedAt: expect.any(String), model: context },
      ]);
    }));

  test("says what was withdrawn before it arrived", () =>
    withPlace(async (place) => {
      const ctx = await leaveWork(place);
      await answer(ctx, START, false);
      await dismiss.call(ctx, { session: "next" });
      expect((await shown(ctx)).deliveries).toMatchObject([{ state: "dropped", arrivedAt: null }]);
    }));

  test("includes what is neither a record nor a debrief", () =>
    withPlace(async (place) => {
      const ctx = await leaveWork(place);
      await answer(ctx, START, true);
      await dismiss.call(ctx, { session: "next" });
      const { context } = await answer(ctx, prompt("Draw a map."), true);
      expect(context).toMatch(/withdr|dismiss/i);
      expect((await shown(ctx)).deliveries.at(-1)).toMatchObject({
        state: "arrived",
        channel: "reply",
        handler: "withdrawRecovery",
        model: context,
      });
    }));

  test("is limited to the newest", () =>
    withPlace(async (place) => {
      const ctx = await leaveWork(place);
      await answer(ctx, START, true);
      await dismiss.call(ctx, { session: "next" });
      place.clock.now += 1_000;
      await answer(ctx, prompt("Draw a map."), true);
      const limited = await shown(ctx, { limit: 1 });
      expect(limited).toMatchObject({ more: true, deliveries: [{ handler: "withdrawRecovery" }] });
    }));
});
