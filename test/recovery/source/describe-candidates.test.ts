import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Capture, EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import type { Context } from "../../../src/kernel/context.ts";
import type { Effect } from "../../../src/kernel/event-handler.ts";
import type { Session } from "../../../src/kernel/record.ts";
import { describeCandidates } from "../../../src/recovery/source/describe-candidates.ts";
import { sampleCheckpoint, sampleSession } from "../../../src/testing/sample-records.ts";
import { type MemoryContext, memoryContext, scopeOf } from "../../support/memory-context.ts";

const AT = 900_000;

let place: MemoryContext;
let ctx: Context;
beforeEach(async () => {
  place = await memoryContext();
  ctx = place.ctx;
});
afterEach(() => ctx.store.close());

const asked = (text: string): Capture => ({
  ...EMPTY_CAPTURE,
  goal: text,
  prompts: [{ id: "p1", channel: "typed", text, asked: null, at: 1 }],
});

async function stored(change: Partial<Session> = {}): Promise<Session> {
  const ended = { lastSeenAt: AT - 720_000, endedAt: AT - 720_000, endReason: "other" };
  const session = sampleSession({ promptCount: 1, ...ended, ...change });
  await ctx.store.replaceSession(session);
  return session;
}

function offer(ids: readonly string[], effects: readonly Effect[] = []) {
  const base = { id: "event-1", agent: "claude-code", nativeSession: "native", cwd: "/app", at: AT };
  const event = { ...base, kind: "session_start", source: "startup" } as const;
  const scope = scopeOf({ event, session: sampleSession(), capture: EMPTY_CAPTURE, effects });
  return describeCandidates(ctx, scope, ids);
}

describe("the sessions that a user may choose from", () => {
  test("are one line each, in their order, with the checkpoint by which it can be resumed", async () => {
    const one = await stored({ capture: asked("Build the importer.") });
    const two = await stored({ capture: asked("Draw the chart."), gitBranch: "charts" });
    const kept = sampleCheckpoint({ sessionId: two.id, createdAt: AT });
    await ctx.store.saveCheckpoint(kept, new Map());
    const { options, effects } = await offer([one.id, two.id]);
    const [made, saved, ...more] = effects;
    const checkpoint = made?.type === "save_checkpoint" ? made.checkpoint : undefined;
    expect(checkpoint).toMatchObject({ sessionId: one.id, trigger: "recovered" });
    expect(saved).toMatchObject({ type: "save_session", session: { id: one.id } });
    expect(more).toEqual([]);
    expect(options).toEqual([
      `${checkpoint?.id}: "Build the importer." (/home/user/app, 12 min ago)`,
      `${kept.id}: "Draw the chart." (/home/user/app, branch charts, 12 min ago)`,
    ]);
  });

  test("have checkpoints that follow what was decided before, and each other's", async () => {
    const parent = await stored({ capture: asked("Build the importer.") });
    const child = await stored({
      capture: asked("Draw the chart."),
      parentId: parent.id,
      parentReason: "fork",
    });
    const decided = sampleCheckpoint({ sessionId: parent.id });
    const before: Effect = { type: "save_checkpoint", checkpoint: decided, nodes: new Map() };
    const checkpoints = async (effects: readonly Effect[]) =>
      (await offer([parent.id, child.id], effects)).effects.flatMap((effect) =>
        effect.type === "save_checkpoint" ? [effect.checkpoint] : [],
      );
    const [own, next] = await checkpoints([before]);
    expect(own?.parentId).toBe(decided.id);
    expect(next?.parentId).toBe(own?.id);
  });

  test("leave out one that is gone, and one that cannot be read", async () => {
    const lost = await stored({ promptCount: 3 });
    const whole = await stored({ capture: asked("Draw the chart.") });
    const { options, effects } = await offer(["ses_gone", lost.id, whole.id]);
    expect(options).toEqual([expect.stringMatching(/"Draw the chart\."/)]);
    expect(effects.map(({ type }) => type)).toEqual(["save_checkpoint", "save_session"]);
    expect(place.logged).toEqual([{ event: "session passed over", fields: { session: lost.id } }]);
  });
});
