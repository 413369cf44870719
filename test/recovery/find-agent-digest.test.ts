import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import type { Context } from "../../src/kernel/context.ts";
import type { Checkpoint, Session } from "../../src/kernel/record.ts";
import { findAgentDigest } from "../../src/recovery/find-agent-digest.ts";
import { sampleCheckpoint, sampleSession } from "../../src/testing/sample-records.ts";
import { memoryContext } from "../support/memory-context.ts";

const INHERITS: Capture = {
  ...EMPTY_CAPTURE,
  inherited: {
    goal: null,
    request: null,
    proposal: null,
    todos: [],
    decisions: [],
    files: [],
    failures: [],
    lastAnswer: null,
  },
};

let ctx: Context;
beforeEach(async () => {
  ({ ctx } = await memoryContext());
});
afterEach(() => ctx.store.close());

async function stored(change: Partial<Session> = {}): Promise<Session> {
  const session = sampleSession(change);
  await ctx.store.replaceSession(session);
  return session;
}
async function saved({ id: sessionId }: Session, change: Partial<Checkpoint> = {}): Promise<Checkpoint> {
  const checkpoint = sampleCheckpoint({ sessionId, trigger: "agent", ...change });
  await ctx.store.saveCheckpoint(checkpoint, new Map());
  return checkpoint;
}
const find = async (session: Session, until?: number) =>
  (await findAgentDigest(ctx.store, session, until))?.id;

describe("what an agent noted for its successor", () => {
  test("is found for an older time, however many checkpoints came later", async () => {
    const session = await stored();
    const { id } = await saved(session, { createdAt: 1_000 });
    for (let i = 1; i <= 25; i++) await saved(session, { trigger: "periodic", createdAt: 1_000 + i });
    expect(await find(session, 1_000)).toBe(id);
    expect(await find(session, 999)).toBeUndefined();
  });

  test.each(["agent", "rewind"] as const)("is the newest checkpoint by %s", async (trigger) => {
    const session = await stored();
    await saved(session);
    const { id } = await saved(session, { trigger });
    await saved(session, { trigger: "periodic" });
    expect(await find(session)).toBe(id);
  });

  test("is none where nothing was noted", async () => {
    const session = await stored();
    await saved(session, { trigger: "explicit" });
    await saved(await stored());
    expect(await find(session)).toBeUndefined();
  });

  test("is the newest until a time", async () => {
    const session = await stored();
    const [one, two] = [
      await saved(session, { createdAt: 1_000 }),
      await saved(session, { createdAt: 2_000 }),
    ];
    expect(await find(session, 999)).toBeUndefined();
    expect(await find(session, 1_999)).toBe(one.id);
    expect(await find(session, 2_000)).toBe(two.id);
  });

  test("is none on a branch that the person left", async () => {
    const left = [{ from: 100_000, last: 200_000, until: 300_000 }];
    const session = await stored({ capture: { ...EMPTY_CAPTURE, left } });
    const { id } = await saved(session, { createdAt: 50_000 });
    await saved(session, { createdAt: 150_000 });
    expect(await find(session)).toBe(id);
  });

  test("is among the twenty newest checkpoints", async () => {
    const session = await stored();
    const { id } = await saved(session);
    for (let i = 0; i < 19; i++) await saved(session, { trigger: "periodic" });
    expect(await find(session)).toBe(id);
    await saved(session, { trigger: "periodic" });
    expect(await find(session)).toBeUndefined();
  });
});

describe("what was noted in the session that it continues", () => {
  test("counts while what it inherited does, and it noted nothing itself", async () => {
    const earlier = await stored();
    const { id } = await saved(earlier);
    const session = await stored({ parentId: earlier.id, capture: INHERITS });
    expect(await find(session)).toBe(id);
    expect(await find({ ...session, capture: EMPTY_CAPTURE })).toBeUndefined();
    const own = await saved(session);
    expect(await find(session)).toBe(own.id);
  });

  test("is looked for in five sessions of a chain", async () => {
    const chain = [await stored({ capture: INHERITS })];
    const [first] = chain;
    const note = first && (await saved(first));
    for (let i = 0; i < 5; i++) {
      const parentId = chain.at(-1)?.id ?? null;
      chain.push(await stored({ parentId, capture: INHERITS }));
    }
    const [, , , , fifth, sixth] = chain;
    expect(fifth && (await find(fifth))).toBe(note?.id);
    expect(sixth && (await find(sixth))).toBeUndefined();
  });

  test("is none where that session is gone, or none is known", async () => {
    expect(await find(await stored({ parentId: "ses_gone", capture: INHERITS }))).toBeUndefined();
    expect(await find(await stored({ capture: INHERITS }))).toBeUndefined();
  });
});
