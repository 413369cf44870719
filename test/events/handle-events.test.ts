import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import type { EventInput } from "../../src/events/handle-batch.ts";
import { handleEvents } from "../../src/events/handle-events.ts";
import { HoldfastError } from "../../src/kernel/errors.ts";
import { withPlace } from "../support/test-context.ts";

function prompt(ctx: OpenContext, text: string, session = "s1"): EventInput {
  const place = { agent: "claude-code", nativeSession: session, cwd: ctx.caller.cwd } as const;
  return {
    event: { kind: "user_prompt_submit", id: randomUUID(), at: ctx.clock(), ...place, prompt: text },
    awaited: false,
  };
}

/**
 * An event that cannot be handled: it contains text that PostgreSQL cannot store and that both stores therefore reject.
 */
const poisoned = (ctx: OpenContext) => prompt(ctx, "Never mind.", "s\0");

async function promptsOf(ctx: OpenContext, session: string): Promise<string[]> {
  const found = await ctx.store.findSession("claude-code", session);
  return (found?.capture.prompts ?? []).map(({ text }) => text);
}

test("a batch of events shares one commit, and events keep their order in each session", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    let commits = 0;
    const { transaction } = ctx.store;
    ctx.store.transaction = async (work) => {
      const done = await transaction(work);
      commits += 1;
      return done;
    };
    const incoming = ["One.", "Two.", "Three."].flatMap((text) => [
      prompt(ctx, text),
      prompt(ctx, text, "s2"),
    ]);
    const handled = await handleEvents(ctx, incoming);
    expect(handled.map(({ status }) => status)).toEqual(Array(6).fill("fulfilled"));
    expect(commits).toBe(1);
    for (const session of ["s1", "s2"])
      await expect(promptsOf(ctx, session)).resolves.toEqual(["One.", "Two.", "Three."]);
  }));

test("an event that makes the commit fail does not affect the others", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const incoming = [prompt(ctx, "One."), poisoned(ctx), prompt(ctx, "Two.")];
    const handled = await handleEvents(ctx, incoming);
    expect(handled.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    await expect(promptsOf(ctx, "s1")).resolves.toEqual(["One.", "Two."]);
    const [, poison] = incoming;
    await expect(ctx.store.handledEvent(poison!.event.id)).resolves.toBeUndefined();
  }));

test("a single event that cannot be handled is attempted once", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    let tries = 0;
    const { findSession } = ctx.store;
    ctx.store.findSession = (agent, nativeId) => {
      tries += 1;
      return findSession(agent, nativeId);
    };
    const [handled] = await handleEvents(ctx, [poisoned(ctx)]);
    expect(handled).toMatchObject({ status: "rejected" });
    expect(tries).toBe(1);
  }));

test("an event that is in a batch twice, and arrives again later, is handled once", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const one = prompt(ctx, "One.");
    await handleEvents(ctx, [one, prompt(ctx, "Two."), one]);
    await handleEvents(ctx, [prompt(ctx, "Three."), one]);
    await expect(promptsOf(ctx, "s1")).resolves.toEqual(["One.", "Two.", "Three."]);
    await expect(ctx.store.findSession("claude-code", "s1")).resolves.toMatchObject({ promptCount: 3 });
  }));

test("a new event in a batch with one that was already handled is written completely", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const one = prompt(ctx, "One.");
    await handleEvents(ctx, [one]);
    let commits = 0;
    const { transaction } = ctx.store;
    ctx.store.transaction = (work) => {
      commits += 1;
      return transaction(work);
    };
    await handleEvents(ctx, [one, prompt(ctx, "Two.")]);
    expect(commits).toBe(1);
    await handleEvents(ctx, [one]);
    expect(commits).toBe(1);
  }));

test("an event that is in a batch twice needs no second commit, and both get the same reply", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    let commits = 0;
    const { transaction } = ctx.store;
    ctx.store.transaction = (work) => {
      commits += 1;
      return transaction(work);
    };
    const one = prompt(ctx, "One.");
    const [first, , again] = await handleEvents(ctx, [one, prompt(ctx, "Two."), one]);
    expect(again).toEqual(first);
    expect(commits).toBe(1);
  }));

test("an event that another process handles between our check and our transaction is not handled again", () =>
  withPlace(async (place) => {
    const [ctx, daemon] = [await place.open(), await place.open()];
    const { handledEvent } = ctx.store;
    const one = prompt(ctx, "One.");
    let isFirstLook = true;
    ctx.store.handledEvent = async (id) => {
      const found = await handledEvent(id);
      if (isFirstLook) {
        isFirstLook = false;
        await handleEvents(daemon, [one]);
      }
      return found;
    };
    await expect(handleEvents(ctx, [one])).resolves.toEqual([{ status: "fulfilled", value: {} }]);
    await expect(promptsOf(ctx, "s1")).resolves.toEqual(["One."]);
    await expect(ctx.store.findSession("claude-code", "s1")).resolves.toMatchObject({ promptCount: 1 });
  }));

test("R-Q2: if the store is unhealthy, all events fail together and are not attempted separately", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    let tries = 0;
    ctx.store.transaction = async () => {
      tries += 1;
      throw new HoldfastError("store_busy", "locked");
    };
    const handled = await handleEvents(ctx, [prompt(ctx, "One."), prompt(ctx, "Two.")]);
    expect(handled.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect(tries).toBe(1);
  }));
