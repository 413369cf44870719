import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { type Capture, EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import type { Context } from "../../../src/kernel/context.ts";
import type { Delivery, Session } from "../../../src/kernel/record.ts";
import type { Sentence } from "../../../src/kernel/statement.ts";
import { dismiss } from "../../../src/recovery/operations/dismiss.ts";
import { sampleCheckpoint, sampleSession } from "../../../src/testing/sample-records.ts";
import { memoryContext } from "../../support/memory-context.ts";

const NOW = 900_000;
const sentence = (text: string): Sentence => ({ text, at: 1, asked: null, kind: "other", worth: 0.5 });
const captured = (...texts: string[]): Capture => ({ ...EMPTY_CAPTURE, sentences: texts.map(sentence) });

let ctx: Context;
beforeEach(async () => {
  ({ ctx } = await memoryContext({ clock: () => NOW }));
});
afterEach(() => ctx.store.close());

async function stored(change: Partial<Session> = {}): Promise<Session> {
  const session = sampleSession(change);
  await ctx.store.replaceSession(session);
  return session;
}
const row = async ({ id }: Session) => await ctx.store.getSession(id);

/** A session that continues an earlier one. */
async function continued(parentReason: Session["parentReason"] = "handoff") {
  const earlier = await stored({ capture: captured("Never write.") });
  const capture = captured("Never write.", "Draw it.");
  return { earlier, session: await stored({ parentId: earlier.id, parentReason, capture }) };
}
async function delivered(to: Session, of: string | null, change: Partial<Delivery> = {}) {
  const id = `dlv_${change.at ?? 1}`;
  const rest = {
    incarnation: 1,
    channel: "session_start" as const,
    chars: 9,
    at: 1,
    eventId: null,
    arrivedAt: 1,
    handler: null,
    reply: null,
  };
  await ctx.store.putDelivery({ ...rest, id, sessionId: to.id, checkpointId: of, ...change });
}
async function checkpointOf({ id: sessionId }: { id: string | null }): Promise<string> {
  const checkpoint = sampleCheckpoint({ sessionId });
  await ctx.store.saveCheckpoint(checkpoint, new Map());
  return checkpoint.id;
}
const call = (session: Session) => dismiss.call(ctx, { session: session.id });

describe("to dismiss what a session received", () => {
  test("takes it out of the session, and marks the earlier one", async () => {
    const { earlier, session } = await continued();
    expect(await call(session)).toEqual({
      session: session.nativeId,
      dismissed: earlier.nativeId,
      already: false,
      undone: false,
    });
    expect(await row(earlier)).toMatchObject({ dismissedAt: NOW, capture: earlier.capture });
    expect(await row(session)).toMatchObject({
      parentId: null,
      parentReason: null,
      capture: { sentences: [sentence("Draw it.")], withdrawn: true },
    });
  });

  test("twice changes nothing, and says so", async () => {
    const { earlier, session } = await continued();
    await delivered(session, await checkpointOf(earlier));
    await call(session);
    const before = [await row(earlier), await row(session)];
    expect(await call(session)).toEqual({
      session: session.nativeId,
      dismissed: earlier.nativeId,
      already: true,
      undone: false,
    });
    expect([await row(earlier), await row(session)]).toEqual(before);
  });

  test("is known by the last delivery of a record", async () => {
    const [one, two] = [await stored({ dismissedAt: 1 }), await stored({ dismissedAt: 1 })];
    const session = await stored();
    await delivered(session, await checkpointOf(one), { at: 1 });
    await delivered(session, await checkpointOf(two), { at: 2 });
    await delivered(session, null, { at: 3 });
    expect(await call(session)).toMatchObject({ dismissed: two.nativeId, already: true });
  });
});

describe("nothing is dismissed", () => {
  const refused = async (session: Session) => {
    const before = await row(session);
    await expect(call(session)).rejects.toMatchObject({
      code: "not_found",
      message: "No record of an earlier session was delivered to this one.",
      next: "Run `holdfast list` to see the records of this project.",
    });
    expect(await row(session)).toEqual(before);
  };

  test("of a session that received nothing", async () => {
    await refused(await stored());
  });

  test.each(["clear", "fork"] as const)("of one that came from its parent by %s", async (reason) => {
    const { earlier, session } = await continued(reason);
    await refused(session);
    expect((await row(earlier))?.dismissedAt).toBeNull();
  });

  test("of one whose parent is gone", async () => {
    await refused(await stored({ parentId: "ses_gone", parentReason: "handoff" }));
  });

  test("where what was delivered was not dismissed, was its own, or is gone", async () => {
    const session = await stored({ dismissedAt: 1 });
    const gone = ["chk_gone", await checkpointOf({ id: "ses_gone" }), await checkpointOf({ id: null })];
    const records = [await checkpointOf(await stored()), await checkpointOf(session), ...gone];
    for (const [i, checkpointId] of records.entries()) {
      await delivered(session, checkpointId, { at: i + 1 });
      await refused(session);
    }
  });
});

test("without a session, the error says how to name one", async () => {
  await expect(dismiss.call(ctx, {})).rejects.toMatchObject({
    code: "not_found",
    next: "Pass the session id: `holdfast dismiss <session>`.",
  });
});

test("what an event stores between the finding of the session and its change is kept", async () => {
  const { earlier, session } = await continued();
  const { store } = ctx;
  const transaction: typeof store.transaction = async (work) => {
    await store.replaceSession({ ...session, promptCount: 7, revision: 1 });
    return await store.transaction(work);
  };
  await dismiss.call({ ...ctx, store: { ...store, transaction } }, { session: session.id });
  expect(await row(session)).toMatchObject({ promptCount: 7, parentId: null });
  expect((await row(earlier))?.dismissedAt).toBe(NOW);
});
