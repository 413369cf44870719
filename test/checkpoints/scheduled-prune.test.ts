import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { prune } from "../../src/checkpoints/operations/prune.ts";
import { runScheduledPrune } from "../../src/checkpoints/run-scheduled-prune.ts";
import { sampleCheckpoint } from "../../src/testing/sample-records.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const HOUR = 3_600_000;
const DAY = 24 * HOUR;

async function save(ctx: OpenContext, count: number, ageMs = 0): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const sessionId = `ses_${randomUUID()}`;
    await ctx.store.saveCheckpoint(
      sampleCheckpoint({ sessionId, createdAt: ctx.clock() - ageMs, retention: "auto" }),
      new Map(),
    );
  }
}

const count = async (ctx: OpenContext) => (await ctx.store.stats()).checkpoints;

async function hours(place: TestPlace, ctx: OpenContext, times: number): Promise<void> {
  for (let hour = 0; hour < times; hour += 1) {
    place.clock.now += HOUR;
    await runScheduledPrune(ctx);
  }
}

test("R-D12: a clock that jumps ahead for a moment deletes nothing, and neither does its way back", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    await save(ctx, 10);
    await hours(place, ctx, 2);
    place.clock.now += 400 * DAY;
    await runScheduledPrune(ctx);
    expect(await count(ctx)).toBe(10);
    place.clock.now -= 400 * DAY;
    await hours(place, ctx, 30);
    expect(await count(ctx)).toBe(10);
  }));

test("R-D12: after a jump much is deleted only when the clock has been steady for a day", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    await save(ctx, 100);
    await hours(place, ctx, 2);
    place.clock.now += 400 * DAY;
    await hours(place, ctx, 24);
    expect(await count(ctx)).toBe(100);
    await hours(place, ctx, 2);
    expect(await count(ctx)).toBe(1);
  }));

test.each([
  { old: 50, fresh: 1, left: 1 },
  { old: 51, fresh: 1, left: 52 },
  { old: 51, fresh: 204, left: 204 },
  { old: 51, fresh: 203, left: 254 },
])(
  "R-D12: an hour after a jump $old of $old + $fresh leave $left: few may go, or a small share",
  ({ old, fresh, left }) =>
    withPlace(async (place) => {
      const ctx = await place.open();
      await runScheduledPrune(ctx);
      place.clock.now += 2 * DAY;
      await runScheduledPrune(ctx);
      await save(ctx, old, 10 * DAY);
      await save(ctx, fresh);
      await hours(place, ctx, 1);
      expect(await count(ctx)).toBe(left);
    }),
);

test("R-D12: a clock that is set back by more than an hour is a jump too", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    await hours(place, ctx, 30);
    await save(ctx, 100, 10 * DAY);
    place.clock.now -= 2 * HOUR;
    await runScheduledPrune(ctx);
    expect(await count(ctx)).toBe(100);
  }));

test("R-D12: a person who asks for it is not kept waiting", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    await save(ctx, 100);
    place.clock.now += 400 * DAY;
    await runScheduledPrune(ctx);
    await prune.call(ctx, {});
    expect(await count(ctx)).toBe(1);
  }));

test("R-Q4: an old session without checkpoints is deleted, one with a checkpoint stays", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    const [kept, forgotten] = [new AgentSession(ctx, place.clock), new AgentSession(ctx, place.clock)];
    for (const session of [kept, forgotten]) await session.prompt("Fix the roof.");
    const { id: sessionId } = await kept.row();
    await ctx.store.saveCheckpoint(sampleCheckpoint({ sessionId, retention: "pinned" }), new Map());
    place.clock.now += 31 * DAY;
    await prune.call(ctx, {});
    await expect(kept.row()).resolves.toMatchObject({ id: sessionId });
    await expect(forgotten.row()).rejects.toThrow("never stored");
  }));
