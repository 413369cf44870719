import { randomUUID } from "node:crypto";
import { expect, test } from "vitest";
import type { OpenContext } from "../../src/app.ts";
import { prune } from "../../src/checkpoints/operations/prune.ts";
import { runScheduledPrune } from "../../src/checkpoints/run-scheduled-prune.ts";
import { sampleCheckpoint } from "../../src/testing/sample-records.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

async function save(ctx: OpenContext, count: number, ageMs = 0): Promise<void> {
  for (let number = 0; number < count; number += 1) {
    const workflowId = `run-${randomUUID()}`;
    await ctx.store.saveCheckpoint(
      sampleCheckpoint({ workflowId, createdAt: ctx.clock() - ageMs, retention: "auto" }),
      new Map(),
    );
  }
}

const expired = (ctx: OpenContext) => prune.call(ctx, { dryRun: true });

const count = async (ctx: OpenContext) => (await ctx.store.stats()).checkpoints;

async function hours(place: TestPlace, ctx: OpenContext, times: number): Promise<void> {
  for (let hour = 0; hour < times; hour += 1) {
    place.clock.now += HOUR;
    await runScheduledPrune(ctx);
  }
}

/** The machine is used for so long, with a new daemon, which looks every five minutes whether to prune. */
async function use(place: TestPlace, ctx: OpenContext, minutes: number): Promise<void> {
  for (let minute = 5; minute <= minutes; minute += 5) {
    place.clock.now += 5 * MINUTE;
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

test.each([
  ["each day at the same time", [DAY, DAY, DAY, DAY]],
  ["each day, earlier or later", [DAY + 9 * HOUR, DAY - 8 * HOUR, DAY + 11 * HOUR, DAY]],
  ["each second day", [2 * DAY, 2 * DAY, 2 * DAY]],
  ["again after a long time", [40 * DAY, 3 * DAY]],
])("a machine that is used for 25 minutes %s prunes small amounts each time", (_, gaps) =>
  withPlace(async (place) => {
    const ctx = await place.open();
    await use(place, ctx, 25);
    for (const gap of gaps) {
      place.clock.now += gap - 25 * MINUTE;
      await save(ctx, 1);
      await save(ctx, 40, 10 * DAY);
      await use(place, ctx, 25);
      expect((await expired(ctx)).checkpoints).toBe(0);
    }
  }),
);

test("a machine that is used for 25 minutes each day prunes large amounts too", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    for (const gap of [0, DAY]) {
      place.clock.now += gap;
      await use(place, ctx, 25);
    }
    place.clock.now += DAY;
    await save(ctx, 100, 10 * DAY);
    await save(ctx, 1);
    await use(place, ctx, 25);
    expect(await count(ctx)).toBe(1);
  }));

test("the daemon prunes once an hour, however often it looks and is started", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    await hours(place, ctx, 30);
    await save(ctx, 1);
    await save(ctx, 10, 10 * DAY);
    await use(place, ctx, 55);
    expect((await expired(ctx)).checkpoints).toBe(10);
    await use(place, ctx, 5);
    expect((await expired(ctx)).checkpoints).toBe(0);
  }));

test("R-D12: nothing is deleted in the quarter of an hour after a jump, in which another jump starts it again", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    await hours(place, ctx, 30);
    await save(ctx, 1);
    await save(ctx, 10);
    for (const jump of [400 * DAY, -200 * DAY, 50 * DAY]) {
      place.clock.now += jump;
      await use(place, ctx, 15);
      expect(await count(ctx)).toBe(11);
    }
    await use(place, ctx, 5);
    expect(await count(ctx)).toBe(1);
  }));

test("R-D12: a gap of more than a day and a half is a jump, a shorter one is not", () =>
  withPlace(async (place) => {
    const ctx = await place.open();
    for (const [gap, kept] of [
      [36 * HOUR - MINUTE, 0],
      [36 * HOUR + MINUTE, 10],
    ] as const) {
      await hours(place, ctx, 30);
      await save(ctx, 10, 10 * DAY);
      await save(ctx, 1);
      place.clock.now += gap;
      await runScheduledPrune(ctx);
      expect((await expired(ctx)).checkpoints).toBe(kept);
    }
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
    place.clock.now += 89 * DAY;
    await prune.call(ctx, {});
    await expect(forgotten.row()).resolves.toMatchObject({ promptCount: 1 });
    place.clock.now += 2 * DAY;
    await prune.call(ctx, {});
    await expect(kept.row()).resolves.toMatchObject({ id: sessionId });
    await expect(forgotten.row()).rejects.toThrow("never stored");
  }));
