import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { encodeState } from "../../../src/checkpoints/state/encode/encode-state.ts";
import { type Capture, EMPTY_CAPTURE, factsOf } from "../../../src/kernel/capture.ts";
import type { Context } from "../../../src/kernel/context.ts";
import type { JsonValue } from "../../../src/kernel/json.ts";
import type { Checkpoint, Session } from "../../../src/kernel/record.ts";
import type { StoredCheckpoint } from "../../../src/kernel/storage/checkpoint-storage.ts";
import { type LoadedWork, readWork } from "../../../src/recovery/work/read-work.ts";
import { sampleCheckpoint, sampleSession } from "../../../src/testing/sample-records.ts";
import { memoryContext } from "../../support/memory-context.ts";

const SECRET = `sk_live_${"4eC39HqLyjWDarjtT1zdp7dc"}`;
const HIDDEN = expect.not.stringContaining("4eC39HqLyj");

let ctx: Context;
beforeEach(async () => {
  ({ ctx } = await memoryContext());
});
afterEach(() => ctx.store.close());

const asked = (text: string, more: Partial<Capture> = {}): Capture => ({
  ...EMPTY_CAPTURE,
  goal: text,
  prompts: [{ id: "p1", channel: "typed", text, asked: null, at: 1 }],
  ...more,
});
const facts = (capture: Capture) => factsOf(capture) as unknown as JsonValue;
const todo = (content: string) => ({ content, status: "pending" as const });
const decision = (text: string) => ({ decision: text, rationale: null });

async function stored(change: Partial<Session> = {}): Promise<Session> {
  const session = sampleSession({ promptCount: 1, capture: asked("Build it."), ...change });
  await ctx.store.replaceSession(session);
  return session;
}
async function saved(state: JsonValue, change: Partial<Checkpoint> = {}): Promise<StoredCheckpoint> {
  const { root: stateRoot, nodes } = encodeState(state);
  const checkpoint = sampleCheckpoint({ kind: "digest", trigger: "periodic", stateRoot, ...change });
  await ctx.store.saveCheckpoint(checkpoint, nodes);
  const found = await ctx.store.getCheckpoint(checkpoint.id);
  if (!found) throw new Error("it was not stored");
  return found;
}
const ofSession = (session: Session): Promise<LoadedWork> => readWork(ctx, { type: "session", session });
const ofCheckpoint = (checkpoint: StoredCheckpoint) => readWork(ctx, { type: "checkpoint", checkpoint });

describe("a session as it is now", () => {
  test("is its capture, with nothing else where it has no checkpoint", async () => {
    const session = await stored();
    expect(await ofSession(session)).toEqual({
      type: "session",
      session,
      checkpoint: null,
      capture: session.capture,
      given: null,
      noted: null,
      nextSteps: [],
      warning: null,
    });
  });

  test("has its newest checkpoint, and what it captured since", async () => {
    const session = await stored({ capture: asked("Build it.", { todos: [todo("now")] }) });
    await saved(facts(EMPTY_CAPTURE), { sessionId: session.id });
    const state = facts(asked("Build it.", { todos: [todo("then")] }));
    const { id } = await saved(state, { sessionId: session.id, digest: "1 prompt" });
    const work = await ofSession(session);
    expect(work).toMatchObject({ type: "session", checkpoint: { id }, given: null, noted: null });
    expect(work.capture.todos).toEqual([todo("now")]);
  });

  test("has no secrets that newer rules find", async () => {
    const { capture } = await ofSession(await stored({ capture: asked(`Use ${SECRET} now`) }));
    expect(capture.goal).toEqual(HIDDEN);
    expect(capture.goal).toContain("Use ");
  });

  test("has the todos and decisions of a state that its agent saved, where it has none itself", async () => {
    const own = { todos: [todo("own")], decisions: [decision("Stream it"), decision("Use camt")] };
    const state = { todos: [todo("saved")], decisions: [decision("Use cents"), decision("Use camt")] };
    const bare = await stored();
    const full = await stored({ capture: asked("Build it.", own) });
    for (const { id: sessionId } of [bare, full]) await saved(state, { sessionId, kind: "place" });
    const work = await ofSession(bare);
    expect(work.given).toEqual(state);
    expect(work.capture).toMatchObject(state);
    expect((await ofSession(full)).capture).toMatchObject({
      todos: [todo("own")],
      decisions: [decision("Use cents"), decision("Use camt"), decision("Stream it")],
    });
  });

  test("has no todos and decisions that it only captured then", async () => {
    const session = await stored();
    const then = { todos: [todo("then")], decisions: [decision("Use cents")] };
    await saved(facts(asked("Build it.", then)), { sessionId: session.id });
    expect((await ofSession(session)).capture).toMatchObject({ todos: [], decisions: [] });
  });

  test("is its newest checkpoint, where nothing is left of its capture", async () => {
    const session = await stored({ capture: EMPTY_CAPTURE });
    const checkpoint = await saved(facts(asked("Build it.")), { sessionId: session.id });
    expect(await ofSession(session)).toEqual(await ofCheckpoint(checkpoint));
    expect(await ofSession(session)).toMatchObject({ type: "checkpoint", capture: { goal: "Build it." } });
    expect(await ofSession(await stored({ capture: EMPTY_CAPTURE }))).toMatchObject({ type: "session" });
  });

  test("has no checkpoint of a branch that the person left", async () => {
    const left = [{ from: 100_000, last: 200_000, until: 300_000 }];
    const session = await stored({ capture: asked("Build it.", { left }) });
    const { id } = await saved(facts(EMPTY_CAPTURE), { sessionId: session.id, createdAt: 50_000 });
    for (const createdAt of [110_000, 120_000])
      await saved(facts(EMPTY_CAPTURE), { sessionId: session.id, createdAt });
    expect((await ofSession(session)).checkpoint?.id).toBe(id);
  });

  test("has what was noted for the next one, whose steps come with it", async () => {
    const session = await stored();
    const note = { sessionId: session.id, trigger: "agent" as const, digest: `Ask with ${SECRET}` };
    await saved({ next_steps: ["ask the bank", SECRET] }, note);
    await saved(facts(EMPTY_CAPTURE), { sessionId: session.id });
    expect(await ofSession(session)).toMatchObject({
      noted: HIDDEN,
      nextSteps: ["ask the bank", HIDDEN],
    });
  });

  test("has what was noted in the session that it continues, while that counts", async () => {
    const earlier = await stored();
    await saved(
      { next_steps: ["ask the bank"] },
      { sessionId: earlier.id, trigger: "agent", digest: "Ask." },
    );
    const rest = { goal: null, request: null, proposal: null, decisions: [], files: [], failures: [] };
    const capture = asked("Go on.", { inherited: { ...rest, todos: [], lastAnswer: null } });
    const next = await stored({ parentId: earlier.id, parentReason: "handoff", capture });
    expect(await ofSession(next)).toMatchObject({ noted: "Ask.", nextSteps: ["ask the bank"] });
    const other = await stored({ parentId: earlier.id, parentReason: "handoff" });
    expect(await ofSession(other)).toMatchObject({ noted: null, nextSteps: [] });
  });

  test("warns where its newest checkpoint is damaged", async () => {
    const session = await stored();
    const { id: parentId } = await saved(facts(EMPTY_CAPTURE), { sessionId: session.id });
    const damaged = { sessionId: session.id, parentId, stateRoot: "f".repeat(64) };
    const { id } = await saved(null, damaged);
    expect((await ofSession(session)).warning).toMatch(
      new RegExp(`^${id} is damaged .* this is its ancestor ${parentId}\\.$`),
    );
  });
});

describe("one checkpoint as it was then", () => {
  test("of a session is what was captured until then, without the summary that only counts", async () => {
    const session = await stored({ capture: asked("Draw it.") });
    const checkpoint = await saved(facts(asked("Build it.")), {
      sessionId: session.id,
      digest: "Build it. (1 prompt)",
    });
    expect(await ofCheckpoint(checkpoint)).toEqual({
      type: "checkpoint",
      session: { ...session, revision: 1 },
      checkpoint,
      capture: asked("Build it."),
      given: null,
      noted: null,
      nextSteps: [],
      warning: null,
    });
  });

  test("of a caller is the state that was given", async () => {
    const state = { todos: [todo(SECRET)], next_steps: ["ask the bank"], more: 1 };
    const checkpoint = await saved(state, { kind: "place", digest: "Half done." });
    expect(await ofCheckpoint(checkpoint)).toMatchObject({
      session: undefined,
      capture: { todos: [{ content: HIDDEN }] },
      given: { todos: [{ content: HIDDEN }], next_steps: ["ask the bank"], more: 1 },
      noted: "Half done.",
      nextSteps: ["ask the bank"],
    });
  });

  test.each<[Partial<Checkpoint>, string | null]>([
    [{ kind: "place", trigger: "explicit" }, "Half done."],
    [{ kind: "digest", trigger: "agent" }, "Half done."],
    [{ kind: "mark", trigger: "rewind" }, "Half done."],
    [{ kind: "digest", trigger: "periodic" }, null],
  ])("shows the summary of %j as %j", async (change, noted) => {
    const checkpoint = await saved(facts(EMPTY_CAPTURE), { ...change, digest: "Half done." });
    expect((await ofCheckpoint(checkpoint)).noted).toBe(noted);
  });

  test("has no secrets in the summary", async () => {
    const checkpoint = await saved({}, { kind: "place", digest: `Ask with ${SECRET}` });
    expect((await ofCheckpoint(checkpoint)).noted).toEqual(HIDDEN);
  });

  test("has what was noted in its session until then, unless it says it itself", async () => {
    const session = await stored();
    const note = (digest: string, createdAt: number) =>
      saved(
        { next_steps: [digest] },
        { sessionId: session.id, trigger: "agent", kind: "place", digest, createdAt },
      );
    await note("before", 1_000);
    const checkpoint = await saved(facts(EMPTY_CAPTURE), { sessionId: session.id, createdAt: 2_000 });
    await note("after", 3_000);
    expect(await ofCheckpoint(checkpoint)).toMatchObject({ noted: "before", nextSteps: ["before"] });
    const place = { kind: "place", sessionId: session.id, createdAt: 2_000, digest: null } as const;
    expect(await ofCheckpoint(await saved({ next_steps: ["own"] }, place))).toMatchObject({
      noted: "before",
      nextSteps: ["before"],
    });
    expect(await ofCheckpoint(await saved({}, { ...place, digest: "own" }))).toMatchObject({
      noted: "own",
      nextSteps: ["before"],
    });
  });

  test("is its nearest intact ancestor, and a warning, where it is damaged", async () => {
    const parent = await saved({ todos: [todo("parse")] }, { kind: "place" });
    const damaged = await saved(null, { stateRoot: "f".repeat(64), parentId: parent.id });
    const work = await ofCheckpoint(damaged);
    expect(work.checkpoint?.id).toBe(parent.id);
    expect(work.capture.todos).toEqual([todo("parse")]);
    expect(work.warning).toContain(`${damaged.id} is damaged`);
  });
});
