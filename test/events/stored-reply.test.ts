import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { handleEvents } from "../../src/events/handle-events.ts";
import type { AgentEvent } from "../../src/kernel/agent/agent-event.ts";
import { Config } from "../../src/kernel/config/config.ts";
import { HoldfastError } from "../../src/kernel/errors.ts";
import { withDebriefs } from "../debrief/turn.ts";
import { AgentSession } from "../support/agent-session.ts";

const RULE = "Never write to the production bucket.";

function event(ctx: OpenContext, said: object, nativeSession = "next"): AgentEvent {
  const place = { agent: "claude-code", nativeSession, cwd: ctx.caller.cwd };
  return { id: randomUUID(), at: ctx.clock(), ...place, ...said } as AgentEvent;
}

const start = (ctx: OpenContext) => event(ctx, { kind: "session_start", source: "startup" });
const prompt = (ctx: OpenContext, text: string) => event(ctx, { kind: "user_prompt_submit", prompt: text });

async function reply(ctx: OpenContext, one: AgentEvent, awaited = true) {
  const [handled] = await handleEvents(ctx, [{ event: one, awaited }]);
  if (handled?.status !== "fulfilled") throw new Error("not handled", { cause: handled?.reason });
  return handled.value;
}

/** A session whose process is gone, so that the next session can continue its work. */
async function leaveWork(ctx: OpenContext, clock: { now: number }) {
  const killed = new AgentSession(ctx, clock, { pid: 4_194_305 });
  await killed.prompt(`Build the importer. ${RULE}`);
  await killed.stop();
}

test("an event that arrives a second time gets exactly the same reply", () =>
  withDebriefs(async ({ open, clock }) => {
    const ctx = await open();
    await leaveWork(ctx, clock);
    const first = start(ctx);
    const given = await reply(ctx, first);
    expect(given.context).toContain(RULE);
    expect(given).toEqual(await reply(ctx, first));
    expect(await reply(ctx, prompt(ctx, "Go on."))).toEqual({});
  }));

test("a stop that arrives again gets the same debrief, which counts as one delivery", () =>
  withDebriefs(async ({ open, clock }) => {
    const opened = await open();
    const ctx = { ...opened, config: Config.parse({ debrief: { enabled: true } }) };
    await reply(ctx, prompt(ctx, "Port the reader."));
    clock.now += 120_000;
    const answered = { stopHookActive: false, backgroundTasks: 0, lastAnswer: "Ported." };
    const stop = event(ctx, { kind: "agent_stop", ...answered });
    const given = await reply(ctx, stop);
    expect(given.block?.reason).toMatch(/./);
    expect(await reply(ctx, stop)).toEqual(given);
    const session = await ctx.store.findSession("claude-code", "next");
    expect(await ctx.store.listDeliveries(session?.id ?? "")).toMatchObject([
      { id: expect.stringMatching(/^dlv_/), channel: "agent_stop", chars: given.block?.reason.length },
    ]);
  }));

test("a prompt that arrives again from the spool does not make recovery pending again", () =>
  withDebriefs(async ({ open, clock }) => {
    const ctx = await open();
    await leaveWork(ctx, clock);
    await reply(ctx, start(ctx));
    const second = prompt(ctx, "Go on.");
    await reply(ctx, second);
    await reply(ctx, second, false);
    expect(await reply(ctx, prompt(ctx, "And the footer."))).toEqual({});
  }));

test("if continuity is disabled, an event gets an empty reply and stores nothing", () =>
  withDebriefs(async ({ open }) => {
    const ctx = { ...(await open()), config: Config.parse({ continuity: { enabled: false } }) };
    const one = prompt(ctx, "Port the reader.");
    expect(await reply(ctx, one)).toEqual({});
    expect(await ctx.store.handledEvent(one.id)).toBeUndefined();
    expect(await ctx.store.listSessions({ limit: 5 })).toEqual([]);
  }));

test("R-Q2: if the store becomes unavailable while events are handled separately, the rest are not attempted", () =>
  withDebriefs(async ({ open }) => {
    const ctx = await open();
    let tries = 0;
    ctx.store.transaction = async () => {
      tries += 1;
      // The first attempt is the batch, which one of the events makes fail.
      throw tries === 1
        ? new HoldfastError("invalid_input", "spoiled")
        : new HoldfastError("store_busy", "locked");
    };
    const incoming = ["One.", "Two.", "Three."].map((text) => ({ event: prompt(ctx, text), awaited: false }));
    const handled = await handleEvents(ctx, incoming);
    expect(handled.map(({ status }) => status)).toEqual(["rejected", "rejected", "rejected"]);
    expect(tries).toBe(2);
  }));
