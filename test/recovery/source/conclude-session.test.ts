import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Capture, EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import type { Context } from "../../../src/kernel/context.ts";
import type { Effect } from "../../../src/kernel/event-handler.ts";
import type { Checkpoint, Session } from "../../../src/kernel/record.ts";
import { concludeSession } from "../../../src/recovery/source/conclude-session.ts";
import { sampleCheckpoint, sampleSession } from "../../../src/testing/sample-records.ts";
import { memoryContext } from "../../support/memory-context.ts";

const AT = 900_000;
const SEEN = 500_000;

let ctx: Context;
beforeEach(async () => {
  ({ ctx } = await memoryContext());
});
afterEach(() => ctx.store.close());

const session = (change: Partial<Session> = {}) =>
  sampleSession({ promptCount: 4, promptsSinceCheckpoint: 2, lastSeenAt: SEEN, ...change });

async function saved(change: Partial<Checkpoint>): Promise<Checkpoint> {
  const checkpoint = sampleCheckpoint(change);
  await ctx.store.saveCheckpoint(checkpoint, new Map());
  return checkpoint;
}

const conclude = (earlier: Session, capture: Capture = earlier.capture, decided: Effect[] = []) =>
  concludeSession(ctx, { earlier, capture, at: AT }, decided);

describe("an earlier session whose last words are in a checkpoint", () => {
  test("ends as lost when it was last seen, if nothing reported its end", async () => {
    const earlier = session();
    await saved({ sessionId: earlier.id, createdAt: SEEN - 1 });
    const { id } = await saved({ sessionId: earlier.id, createdAt: SEEN });
    expect(await conclude(earlier)).toEqual({
      checkpointId: id,
      effects: [{ type: "save_session", session: { ...earlier, endedAt: SEEN, endReason: "lost" } }],
    });
  });

  test("stays as it is, if it ended", async () => {
    const earlier = session({ endedAt: SEEN, endReason: "other" });
    const { id } = await saved({ sessionId: earlier.id, createdAt: SEEN + 1 });
    expect(await conclude(earlier)).toEqual({ checkpointId: id, effects: [] });
  });
});

describe("an earlier session that went on after its last checkpoint", () => {
  test("gets another one, and ends as lost when it was last seen", async () => {
    const earlier = session();
    const capture = { ...EMPTY_CAPTURE, goal: "Build the importer." };
    const before = await saved({ sessionId: earlier.id, createdAt: SEEN - 1 });
    const { checkpointId, effects } = await conclude(earlier, capture);
    expect(effects).toEqual([
      { type: "save_checkpoint", checkpoint: expect.any(Object), nodes: expect.any(Map) },
      {
        type: "save_session",
        session: { ...earlier, capture, promptsSinceCheckpoint: 0, endedAt: SEEN, endReason: "lost" },
      },
    ]);
    const [made] = effects;
    expect(made?.type === "save_checkpoint" && made.checkpoint).toMatchObject({
      id: checkpointId,
      sessionId: earlier.id,
      parentId: before.id,
      trigger: "recovered",
      createdAt: AT,
      digest: expect.stringMatching(/^Build the importer\. /),
    });
  });

  test("keeps when and how it ended", async () => {
    const { effects } = await conclude(session({ endedAt: SEEN - 5, endReason: "other" }));
    expect(effects.at(-1)).toMatchObject({
      type: "save_session",
      session: { endedAt: SEEN - 5, endReason: "other" },
    });
  });

  test("has the checkpoint that was decided on before for its parent", async () => {
    const earlier = session();
    const checkpoint = sampleCheckpoint({ sessionId: earlier.id });
    const decided: Effect = { type: "save_checkpoint", checkpoint, nodes: new Map() };
    const { effects } = await conclude(earlier, earlier.capture, [decided]);
    expect(effects).toHaveLength(2);
    expect(effects[0]).toMatchObject({ checkpoint: { parentId: checkpoint.id } });
  });
});

describe("checkpoints of a branch that the person left", () => {
  const left = [{ from: 100_000, last: 300_000, until: 400_000 }];

  test("are abandoned, and the newest of the others is the one to resume", async () => {
    const earlier = session({ lastSeenAt: 90_000, endedAt: 90_000, endReason: "other" });
    const { id } = await saved({ sessionId: earlier.id, createdAt: 90_000 });
    const [one, two] = [
      await saved({ sessionId: earlier.id, createdAt: 150_000 }),
      await saved({ sessionId: earlier.id, createdAt: 200_000 }),
    ];
    const { checkpointId, effects } = await conclude(earlier, { ...EMPTY_CAPTURE, left });
    expect(checkpointId).toBe(id);
    expect(effects).toEqual([
      { type: "abandon_checkpoint", id: two.id, abandonedAt: AT },
      { type: "abandon_checkpoint", id: one.id, abandonedAt: AT },
    ]);
  });

  test("are abandoned together with the end of a session that was lost", async () => {
    const earlier = session({ lastSeenAt: 90_000 });
    const { id } = await saved({ sessionId: earlier.id, createdAt: 90_000 });
    const gone = await saved({ sessionId: earlier.id, createdAt: 150_000 });
    expect(await conclude(earlier, { ...EMPTY_CAPTURE, left })).toEqual({
      checkpointId: id,
      effects: [
        { type: "abandon_checkpoint", id: gone.id, abandonedAt: AT },
        { type: "save_session", session: { ...earlier, endedAt: 90_000, endReason: "lost" } },
      ],
    });
  });

  test("are no parents of the one that is made", async () => {
    const earlier = session();
    const before = await saved({ sessionId: earlier.id, createdAt: 90_000 });
    const gone = await saved({ sessionId: earlier.id, createdAt: 150_000 });
    const { effects } = await conclude(earlier, { ...EMPTY_CAPTURE, left });
    expect(effects.map(({ type }) => type)).toEqual([
      "abandon_checkpoint",
      "save_checkpoint",
      "save_session",
    ]);
    expect(effects[0]).toMatchObject({ id: gone.id });
    expect(effects[1]).toMatchObject({ checkpoint: { parentId: before.id } });
  });

  test("count again when the person returned to them", async () => {
    const earlier = session({ capture: { ...EMPTY_CAPTURE, left } });
    const back = await saved({ sessionId: earlier.id, createdAt: 200_000 });
    await ctx.store.updateCheckpoint(back.id, { abandonedAt: 250_000 });
    const { effects } = await conclude(earlier, EMPTY_CAPTURE);
    expect(effects[0]).toEqual({ type: "abandon_checkpoint", id: back.id, abandonedAt: null });
  });
});
