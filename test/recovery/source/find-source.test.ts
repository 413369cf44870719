import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { ReadTranscripts, TranscriptEntry } from "../../../src/kernel/agent/transcript.ts";
import { EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import type { Context } from "../../../src/kernel/context.ts";
import type { Session } from "../../../src/kernel/record.ts";
import { findEarlier, findSource, type Start } from "../../../src/recovery/source/find-source.ts";
import { sampleCheckpoint, sampleSession } from "../../../src/testing/sample-records.ts";
import { type MemoryContext, memoryContext } from "../../support/memory-context.ts";

const NOW = 100_000_000;
const WINDOW = 4 * 3_600_000;
const PROCESS = { pid: 77, pidStart: "at noon" };

let place: MemoryContext;
let ctx: Context;
beforeEach(async () => {
  place = await memoryContext({ alive: { 77: "at noon" } });
  ctx = place.ctx;
});
afterEach(() => ctx.store.close());

async function stored(change: Partial<Session> = {}): Promise<Session> {
  const session = sampleSession({ startedAt: NOW - 50_000, lastSeenAt: NOW - 20_000, ...change });
  await ctx.store.replaceSession(session);
  return session;
}

/** A session that ended after a person had worked in it. */
const over = (change: Partial<Session> = {}) =>
  stored({ promptCount: 1, endedAt: NOW - 20_000, endReason: "other", ...change });

const find = async (change: Partial<Start> = {}) => (await findSource(ctx, startWith(change))).choice;
const startWith = (change: Partial<Start> = {}): Start => ({
  session: sampleSession({ id: "ses_current", startedAt: NOW }),
  source: "startup",
  at: NOW,
  transcripts: new Map(),
  ...change,
});

/** Transcripts that were read already, by their path. */
function transcripts(read: Record<string, TranscriptEntry[]>): ReadTranscripts {
  const tails = Object.entries(read).map(([path, entries]) => {
    const tail = { entries, path, readAt: NOW, bytes: 10, tokens: null, use: null };
    return [path, Promise.resolve({ ...tail, hasMoved: false, isWhole: true })] as const;
  });
  return new Map(tails);
}
const prompt = (text: string): TranscriptEntry => ({
  type: "prompt",
  at: NOW - 30_000,
  text,
  promptId: "p1",
});

const newest = ({ id }: Session) => ({ type: "earlier", sessionId: id, reason: "newest here" });
const NOTHING = { type: "none", reason: "no earlier session of this project is over and recent" };

describe("which sessions a starting one may continue", () => {
  test("those of its project", async () => {
    await over({ projectId: "prj_another" });
    expect(await find()).toEqual(NOTHING);
    const here = await over();
    expect(await find()).toEqual(newest(here));
  });

  test.each([
    [WINDOW, true],
    [WINDOW + 1, false],
  ])("those that were seen %i ms ago: %s", async (ago, isRecent) => {
    const session = await over({ lastSeenAt: NOW - ago, endedAt: NOW - ago });
    expect(await find()).toEqual(isRecent ? newest(session) : NOTHING);
  });

  test("none that could not be read", async () => {
    const { id } = await over();
    expect(await find({ unreadable: new Set([id]) })).toEqual(NOTHING);
  });

  test("none whose process runs, unless a person asks who sees them all", async () => {
    const running = await stored({ promptCount: 1, ...PROCESS });
    expect(await find()).toEqual(NOTHING);
    expect(await find({ includeLive: true })).toEqual(newest(running));
  });

  test("one that was silent for long, though it runs in the process of the starting one", async () => {
    const session = sampleSession({ id: "ses_current", startedAt: NOW, ...PROCESS });
    const silent = await stored({ promptCount: 1, lastSeenAt: NOW - 3_600_000, ...PROCESS });
    expect(await find({ session })).toEqual(newest(silent));
  });

  test("none that was dismissed", async () => {
    await over({ dismissedAt: NOW });
    expect(await find()).toEqual(NOTHING);
  });

  test("none that was cleared, unless what was cleared is to be delivered", async () => {
    const cleared = await over({ endReason: "clear" });
    expect(await find()).toEqual(NOTHING);
    const config = { ...ctx.config, recovery: { afterClear: "record" as const } };
    ctx = { ...ctx, config };
    expect(await find()).toEqual(newest(cleared));
  });
});

describe("a session of which no prompt was reported", () => {
  test("counts when its transcript has one", async () => {
    const silent = await over({ promptCount: 0, transcriptPath: "/t/silent.jsonl" });
    const empty = await over({ promptCount: 0, transcriptPath: "/t/empty.jsonl" });
    const read = transcripts({
      "/t/silent.jsonl": [prompt("Build the importer.")],
      "/t/empty.jsonl": [{ type: "message", at: NOW - 30_000, text: "Hello." }],
    });
    expect(await find({ transcripts: read })).toEqual(newest(silent));
    expect(read.has(empty.transcriptPath ?? "")).toBe(true);
  });

  test("has its transcript read only then", async () => {
    const known = await over({ transcriptPath: "/t/known.jsonl" });
    const read = transcripts({});
    expect(await find({ transcripts: read })).toEqual(newest(known));
    expect([...read.keys()]).toEqual([]);
  });

  test("is looked up only among the ten newest, which is what a start has time for", async () => {
    for (let i = 0; i < 12; i++)
      await over({ promptCount: 0, lastSeenAt: NOW - i, transcriptPath: `/t/${i}.jsonl` });
    const read = transcripts({});
    await find({ transcripts: read });
    expect([...read.keys()]).toEqual(Array.from({ length: 10 }, (_, i) => `/t/${i}.jsonl`));
  });

  test("hides no other session when its transcript cannot be read", async () => {
    const broken = await over({ promptCount: 0, transcriptPath: "/t/broken.jsonl" });
    const whole = await over();
    const read: ReadTranscripts = new Map([["/t/broken.jsonl", Promise.reject(new Error("damaged"))]]);
    expect(await find({ transcripts: read })).toEqual(newest(whole));
    expect(place.logged).toEqual([{ event: "session passed over", fields: { session: broken.id } }]);
  });
});

describe("what a person started the client for", () => {
  const chosen = ({ id }: Session) => ({ type: "earlier", sessionId: id, reason: "chosen by the user" });

  test("is continued, even if it is dismissed, old and of another project", async () => {
    await over();
    const named = await over({ lastSeenAt: 1_000, dismissedAt: NOW, projectId: "prj_another" });
    expect(await find({ continues: named.id })).toEqual(chosen(named));
  });

  test("is one checkpoint where that was named", async () => {
    const { id: sessionId } = await over();
    const checkpoints = [sampleCheckpoint({ sessionId }), sampleCheckpoint({ sessionId: null })];
    for (const checkpoint of checkpoints) {
      await ctx.store.saveCheckpoint(checkpoint, new Map());
      expect(await find({ continues: checkpoint.id })).toEqual({
        type: "checkpoint",
        checkpointId: checkpoint.id,
      });
    }
  });

  test.each(["clear", "fork"] as const)("does not count at a %s within that client", async (source) => {
    const [named, parent] = [await over(), await over()];
    const session = sampleSession({ id: "ses_current", parentId: parent.id, parentReason: source });
    const choice = await find({ session, source, continues: named.id });
    expect(choice).toMatchObject({ type: "earlier", sessionId: parent.id });
  });

  test.each(["ses_unknown", "chk_unknown"])("does not count when it is not known: %s", async (continues) => {
    const other = await over();
    expect(await find({ continues })).toEqual(newest(other));
  });

  test("does not count when it could not be read", async () => {
    const [named, other] = [await over(), await over({ worktree: "/home/user/app-fix" })];
    const choice = await find({ continues: named.id, unreadable: new Set([named.id]) });
    expect(choice).toMatchObject({ type: "ask", sessionIds: [other.id] });
  });

  test("does not count for the session itself, which its client's processes inherit it from", async () => {
    const session = await stored({ promptCount: 1, ...PROCESS });
    expect(await find({ session, continues: session.id })).toEqual(NOTHING);
    const checkpoint = sampleCheckpoint({ sessionId: session.id });
    await ctx.store.saveCheckpoint(checkpoint, new Map());
    expect(await find({ session, continues: checkpoint.id })).toEqual(NOTHING);
  });

  test("does not count for a second client, while the first one that was started for it runs", async () => {
    const named = await over();
    const checkpoint = sampleCheckpoint({ sessionId: named.id });
    await ctx.store.saveCheckpoint(checkpoint, new Map());
    await stored({ promptCount: 1, parentId: named.id, parentReason: "handoff", ...PROCESS });
    expect(await find({ continues: named.id })).toEqual(NOTHING);
    expect(await find({ continues: checkpoint.id })).toEqual(NOTHING);
  });

  test("counts again when the first one is over, and for the first one itself", async () => {
    const named = await over();
    const first = await over({ parentId: named.id, parentReason: "handoff" });
    expect(await find({ continues: named.id })).toEqual(chosen(named));
    const running = { ...first, endedAt: null, ...PROCESS };
    await ctx.store.replaceSession({ ...running, revision: 1 });
    expect(await find({ session: running, continues: named.id })).toEqual(chosen(named));
  });

  test("counts beside a client that runs and continues another one, or none", async () => {
    const [named, other] = [await over(), await over()];
    await stored({ promptCount: 1, parentId: other.id, parentReason: "handoff", ...PROCESS });
    await stored({ promptCount: 1, ...PROCESS });
    expect(await find({ continues: named.id })).toEqual(chosen(named));
  });

  test("counts for a checkpoint of no session beside sessions that continue none", async () => {
    await stored({ promptCount: 1, ...PROCESS });
    const checkpoint = sampleCheckpoint({ sessionId: null });
    await ctx.store.saveCheckpoint(checkpoint, new Map());
    expect(await find({ continues: checkpoint.id })).toMatchObject({ type: "checkpoint" });
  });
});

describe("the session to recover from", () => {
  const earlier = async ({ id }: Session, read: Record<string, TranscriptEntry[]> = {}) =>
    (await findEarlier(ctx, id, transcripts(read)))?.id;

  test("is the one that was chosen, when something was asked in it", async () => {
    const before = await over();
    const asked = await over({ parentId: before.id, parentReason: "clear" });
    expect(await earlier(asked)).toBe(asked.id);
  });

  test("has its transcript read only if no prompt of it is known", async () => {
    const before = await over();
    const asked = await over({ parentId: before.id, transcriptPath: "/t/asked.jsonl" });
    const read = transcripts({});
    await findEarlier(ctx, asked.id, read);
    expect([...read.keys()]).toEqual([]);
  });

  test("is the one before it, when it was cleared before anything was asked", async () => {
    const before = await over();
    const empty = await over({ promptCount: 0, parentId: before.id, parentReason: "clear" });
    const also = await over({ promptCount: 0, parentId: empty.id, parentReason: "clear" });
    expect(await earlier(also)).toBe(before.id);
  });

  test("is the one that was chosen, when only its transcript has a prompt", async () => {
    const before = await over();
    const parent = { parentId: before.id, parentReason: "clear" as const };
    const asked = await over({ promptCount: 0, transcriptPath: "/t/asked.jsonl", ...parent });
    expect(await earlier(asked, { "/t/asked.jsonl": [prompt("Build the importer.")] })).toBe(asked.id);
  });

  test("is the first one of all, when nothing was asked in any", async () => {
    const first = await over({ promptCount: 0 });
    const second = await over({ promptCount: 0, parentId: first.id, parentReason: "clear" });
    expect(await earlier(second)).toBe(first.id);
  });

  test("is looked for in twenty sessions at most", async () => {
    const chain = [await over({ promptCount: 0 })];
    for (let i = 0; i < 22; i++) chain.unshift(await over({ promptCount: 0, parentId: chain[0]?.id ?? "" }));
    const [last] = chain;
    expect(last && (await earlier(last))).toBe(chain[20]?.id);
  });

  test("is unknown when it is gone", async () => {
    expect(await findEarlier(ctx, "ses_gone")).toBeUndefined();
    const orphan = await over({ promptCount: 0, parentId: "ses_gone", parentReason: "clear" });
    expect(await earlier(orphan)).toBeUndefined();
  });

  test("has its capture", async () => {
    const capture = { ...EMPTY_CAPTURE, goal: "Build the importer." };
    const { id } = await over({ capture });
    expect((await findEarlier(ctx, id))?.capture.goal).toBe("Build the importer.");
  });
});

describe("a choice that was made before the store was locked", () => {
  test("is not made again", async () => {
    await over({ startedIn: "/app/web" });
    const chosen = await findSource(ctx, startWith());
    // The session in the store has another id now, since it is created with the event.
    const session = sampleSession({ id: "ses_another", startedAt: NOW });
    expect(await findSource(ctx, startWith({ session }), chosen)).toBe(chosen);
  });

  test("is made again if a session has changed since, or the starting one has", async () => {
    const earlier = await over();
    const chosen = await findSource(ctx, startWith());
    const session = sampleSession({ id: "ses_current", startedAt: NOW, parentId: "ses_parent" });
    expect(await findSource(ctx, startWith({ session }), chosen)).not.toBe(chosen);
    await ctx.store.replaceSession({ ...earlier, revision: 1, dismissedAt: NOW });
    expect((await findSource(ctx, startWith(), chosen)).choice).toEqual(NOTHING);
  });

  test("is made again if its session turned out to be unreadable", async () => {
    const { id } = await over();
    const chosen = await findSource(ctx, startWith());
    const again = await findSource(ctx, startWith({ unreadable: new Set([id]) }), chosen);
    expect(again.choice).toEqual(NOTHING);
  });
});
