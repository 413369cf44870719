import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { handleBatch } from "../../src/events/handle-batch.ts";
import { pipelineFor } from "../../src/events/pipeline.ts";
import type { AgentEvent } from "../../src/kernel/agent/agent-event.ts";
import { parseReply } from "../../src/kernel/agent/parse-reply.ts";
import type { EventHandler } from "../../src/kernel/event-handler.ts";
import type { Notification } from "../../src/kernel/ports/notifier.ts";
import { sampleCheckpoint, sampleSession } from "../../src/testing/sample-records.ts";
import { withPlace } from "../support/test-context.ts";

function prompt(ctx: OpenContext, text = "Go on."): AgentEvent {
  const place = { agent: "claude-code", nativeSession: "s1", cwd: ctx.caller.cwd } as const;
  return { kind: "user_prompt_submit", id: randomUUID(), at: ctx.clock(), ...place, prompt: text };
}

async function reply(ctx: OpenContext, event: AgentEvent, handlers: readonly EventHandler[]) {
  const [first] = await handleBatch(ctx, [{ event, awaited: true }], handlers);
  return first;
}

/** A handler that adds its name to the reply and to the session. */
function says(name: string, change: Partial<EventHandler> = {}): EventHandler {
  return {
    name,
    kinds: "all",
    contextChars: () => 10,
    handle: (_ctx, scope) => ({
      scope: {
        ...scope,
        session: { ...scope.session, endReason: `${scope.session.endReason ?? ""}${name}` },
      },
      reply: { context: name },
    }),
    ...change,
  };
}

const blocks = (reason: string): EventHandler => ({
  name: "block",
  kinds: "all",
  handle: (_ctx, scope) => ({
    scope: { ...scope, session: { ...scope.session, incarnation: 7 } },
    reply: { block: { reason } },
  }),
});

const fails: EventHandler = {
  name: "fails",
  kinds: "all",
  handle: (_ctx, scope) => ({ scope, failure: new Error("no settings") }),
};

const stored = (ctx: OpenContext) => ctx.store.findSession("claude-code", "s1");

test("a new capability is one entry: it sees what the handlers above it did, and its effects share the event's transaction", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const announced: Notification[] = [];
    ctx.notifier = { announce: (notification) => announced.push(notification) };
    const checkpoint = sampleCheckpoint({ name: "made by an entry" });
    const notification = { channels: [], project: "app", summary: "Seen." } as unknown as Notification;
    let seen: string | undefined;
    const added: EventHandler = {
      name: "added",
      kinds: "all",
      contextChars: () => 100,
      handle(_ctx, scope) {
        seen = scope.capture.goal ?? undefined;
        return {
          scope: { ...scope, capture: { ...scope.capture, goal: "Changed by an entry." } },
          reply: { context: "Said by an entry.", notice: "For the person." },
          effects: [
            { type: "save_checkpoint", checkpoint, nodes: new Map() },
            { type: "notify", notification },
          ],
        };
      },
    };
    expect(await reply(ctx, prompt(ctx, "Build the parser."), [...pipelineFor(ctx.config), added])).toEqual({
      context: "Said by an entry.",
      notice: "For the person.",
    });
    expect(seen).toBe("Build the parser.");
    expect(await stored(ctx)).toMatchObject({ promptCount: 1, capture: { goal: "Changed by an entry." } });
    expect(await ctx.store.getCheckpoint(checkpoint.id)).toMatchObject({ name: "made by an entry" });
    expect(announced).toEqual([notification]);
  }));

test("handlers run in the order of the list, and so do the parts of the reply", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    expect(await reply(ctx, prompt(ctx), [says("one"), says("two")])).toEqual({ context: "one\ntwo" });
    expect(await stored(ctx)).toMatchObject({ endReason: "onetwo" });
  }));

test("all functions of a handler are called only for the kinds of event that it lists", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const seen: string[] = [];
    const see = (part: string) => void seen.push(part);
    const watches = (kinds: EventHandler["kinds"]) =>
      says("one", {
        kinds,
        prepare: async () => see("prepare"),
      });
    const event = prompt(ctx);
    expect(await reply(ctx, event, [watches(["agent_stop", "tool_use"]), says("two")])).toEqual({
      context: "two",
    });
    await handleBatch(ctx, [{ event, awaited: false }], [watches(["agent_stop"])]);
    expect(seen).toEqual([]);
    expect(await reply(ctx, prompt(ctx), [watches(["user_prompt_submit"])])).toEqual({ context: "one" });
    expect(seen).toEqual(["prepare"]);
  }));

test("no handler sees an event of a session whose capture is paused, and nothing of it is stored", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const pauses: EventHandler = {
      name: "pauses",
      kinds: "all",
      handle: (_ctx, scope) => ({ scope: { ...scope, capture: { ...scope.capture, paused: true } } }),
    };
    await reply(ctx, prompt(ctx), [pauses]);
    const before = await stored(ctx);
    const event = prompt(ctx);
    expect(await reply(ctx, event, [says("one")])).toEqual({});
    expect(before?.capture.paused).toBe(true);
    expect(await stored(ctx)).toEqual(before);
    expect(await ctx.store.handledEvent(event.id)).toBeUndefined();
  }));

test("a handler that stops an event skips the handlers below, and its result is stored", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const stops: EventHandler = {
      name: "stops",
      kinds: "all",
      handle: (_ctx, scope) => ({ scope, reply: { notice: "Answered." }, stop: true }),
    };
    expect(await reply(ctx, prompt(ctx), [says("one"), stops, says("two")])).toEqual({
      context: "one",
      notice: "Answered.",
    });
    expect(await stored(ctx)).toMatchObject({ endReason: "one" });
  }));

test("context over its handler's budget is dropped entirely, without affecting the others", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const long = says("eleven chars");
    const undeclared: EventHandler = {
      name: "undeclared",
      kinds: "all",
      handle: (_ctx, scope) => ({ scope, reply: { context: "x" } }),
    };
    expect(await reply(ctx, prompt(ctx), [says("one"), long, undeclared, says("two")])).toEqual({
      context: "one\ntwo",
    });
  }));

test("context may use its handler's whole budget; dropped contexts and failed handlers are logged", () =>
  withPlace(async (place) => {
    const logged: unknown[] = [];
    const ctx = {
      ...(await place.open()),
      log: {
        info: (event: string, fields?: object) => logged.push([event, fields]),
        error: (event: string, error: unknown, fields?: object) => logged.push([event, error, fields]),
      },
    };
    const error = new Error("no settings");
    const failing = { ...fails, handle: (_ctx, scope) => ({ scope, failure: error }) } satisfies EventHandler;
    expect(await reply(ctx, prompt(ctx), [says("ten chars."), says("eleven char"), failing])).toEqual({
      context: "ten chars.",
    });
    expect(logged).toEqual([
      ["context over budget", { handler: "eleven char", chars: 11, budget: 10 }],
      ["event handler failed", error, { handler: "fails" }],
    ]);
  }));

test("all contexts together keep to what every client takes, and the first ones come first", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const fills = (text: string, chars: number): EventHandler => ({
      name: text,
      kinds: "all",
      contextChars: () => 10_000,
      handle: (_ctx, scope) => ({ scope, reply: { context: text.repeat(chars) } }),
    });
    const given = await reply(ctx, prompt(ctx), [fills("a", 9_000), fills("b", 600), fills("c", 400)]);
    expect(given).toEqual({ context: `${"a".repeat(9_000)}\n${"c".repeat(400)}` });
  }));

test("each handler's notice is a separate line", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const notes = (notice: string): EventHandler => ({
      name: "notes",
      kinds: "all",
      handle: (_ctx, scope) => ({ scope, reply: { notice } }),
    });
    expect(await reply(ctx, prompt(ctx), [notes("One."), says("two"), notes("Three.")])).toEqual({
      context: "two",
      notice: "One.\nThree.",
    });
  }));

test("a parsed reply has only the parts that were stored", async () => {
  for (const given of [{}, { context: "c" }, { notice: "n" }, { block: { reason: "r", quiet: true } }])
    expect(parseReply(JSON.stringify(given))).toStrictEqual(given);
});

test("before the store is locked, a handler sees the stored session", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const seen: (string | undefined)[] = [];
    const looks = says("one", { prepare: async (_ctx, { session }) => void seen.push(session?.nativeId) });
    await reply(ctx, prompt(ctx), [looks]);
    await reply(ctx, prompt(ctx), [looks]);
    expect(seen).toEqual([undefined, "s1"]);
  }));

test("effects may change another session or abandon a checkpoint", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const [other, checkpoint] = [sampleSession(), sampleCheckpoint()];
    await ctx.store.replaceSession(other);
    await ctx.store.saveCheckpoint(checkpoint, new Map());
    const current = await ctx.store.getSession(other.id);
    const changes: EventHandler = {
      name: "changes",
      kinds: "all",
      handle: (_ctx, scope) => ({
        scope,
        effects: [
          { type: "save_session", session: { ...(current ?? other), dismissedAt: 7 } },
          { type: "abandon_checkpoint", id: checkpoint.id, abandonedAt: 9 },
        ],
      }),
    };
    await reply(ctx, prompt(ctx), [changes]);
    expect(await ctx.store.getSession(other.id)).toMatchObject({ dismissedAt: 7 });
    expect(await ctx.store.getCheckpoint(checkpoint.id)).toMatchObject({ abandonedAt: 9 });
  }));

test("a block skips the handlers below, so that there is no second one", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    expect(
      await reply(ctx, prompt(ctx), [says("one"), blocks("first"), blocks("second"), says("two")]),
    ).toEqual({
      context: "one",
      block: { reason: "first" },
    });
    expect(await stored(ctx)).toMatchObject({ endReason: "one" });
  }));

test("after a handler has failed, no block is returned or counted", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    expect(await reply(ctx, prompt(ctx), [fails, blocks("asked"), says("one")])).toEqual({ context: "one" });
    expect(await stored(ctx)).toMatchObject({ incarnation: 1, endReason: "one" });
  }));

test("an effect that cannot be written rolls back the whole event", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const event = prompt(ctx);
    const checkpoint = sampleCheckpoint({ name: "a\0b" });
    const spoils: EventHandler = {
      name: "spoils",
      kinds: "all",
      handle: (_ctx, scope) => ({
        scope,
        effects: [{ type: "save_checkpoint", checkpoint, nodes: new Map() }],
      }),
    };
    await expect(reply(ctx, event, [...pipelineFor(ctx.config), spoils])).rejects.toMatchObject({
      code: "invalid_input",
    });
    expect(await stored(ctx)).toBeUndefined();
    expect(await ctx.store.handledEvent(event.id)).toBeUndefined();
  }));

test("slow reads happen before the store is locked, and once for an event", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const order: string[] = [];
    const { transaction } = ctx.store;
    ctx.store.transaction = (work) => {
      order.push("locked");
      return transaction(work);
    };
    const watches = says("one", { prepare: async () => void order.push("prepared") });
    const event = prompt(ctx);
    await reply(ctx, event, [watches]);
    expect(await reply(ctx, event, [watches])).toEqual({ context: "one" });
    await handleBatch(ctx, [{ event, awaited: false }], [watches]);
    expect(order).toEqual(["prepared", "locked"]);
  }));
