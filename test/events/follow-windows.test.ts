import { describe, expect, test } from "vitest";
import { codex } from "../../src/agents/codex/adapter.ts";
import type { OpenContext } from "../../src/app.ts";
import { createFollower } from "../../src/events/follow-sessions.ts";
import type { AgentAdapter, SessionFile } from "../../src/kernel/agent/agent.ts";
import type { TranscriptEntry } from "../../src/kernel/agent/transcript.ts";
import { AgentSession } from "../support/agent-session.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const SECOND = 1_000;
const DAY = 86_400 * SECOND;

interface Bench {
  place: TestPlace;
  ctx: OpenContext;
  /** The only session file of the client, and its entries. */
  file: SessionFile;
  entries: TranscriptEntry[];
  /** How often the file was read, and which processes were searched for. */
  reads: number[];
  looked: object[];
  process: { pid: number | null | undefined };
  /** What reading the file fails with, if anything. */
  trouble: { error?: Error };
  follow(): Promise<void>;
}

/** A client whose only session file was written just now. */
async function withFile(work: (bench: Bench) => Promise<void>): Promise<void> {
  await withPlace(async (place) => {
    const file = {
      nativeSession: "thread",
      path: "/s/thread.jsonl",
      cwd: place.project,
      modifiedAt: place.clock.now,
    };
    const reads: number[] = [];
    const looked: object[] = [];
    const process: Bench["process"] = { pid: undefined };
    const trouble: Bench["trouble"] = {};
    const entries: TranscriptEntry[] = [{ type: "prompt", at: place.clock.now - SECOND, text: "Build it." }];
    const adapter: AgentAdapter = {
      ...codex,
      sessions: {
        find: async (_dir, wants) => (wants(file.path, file.modifiedAt) ? [{ ...file }] : []),
        usage: async () => undefined,
      },
      readTranscript: async () => {
        reads.push(place.clock.now);
        if (trouble.error) throw trouble.error;
        return { entries: [...entries], size: entries.length, partial: false } as never;
      },
    };
    const { sessions: _none, ...silent } = codex;
    const ctx = await place.open({}, { agents: [adapter] });
    const findAgents = async () =>
      [{ ...silent, name: "silent" }, adapter].map((one) => ({ adapter: one, configDir: "/c" }));
    const findProcess = (wanted: object) => {
      looked.push(wanted);
      return process.pid;
    };
    const once = createFollower({ findAgents, findProcess });
    const follow = () => once(ctx);
    await work({ place, ctx, file, entries, reads, looked, process, trouble, follow });
  });
}

const row = ({ ctx }: Bench) => ctx.store.findSession("codex", "thread");

describe("S38: which session files are read", () => {
  test("only those that have not changed for five seconds, since hooks may still report", () =>
    withFile(async (bench) => {
      const { place, file, reads, follow } = bench;
      place.clock.now = file.modifiedAt + 5 * SECOND - 1;
      await follow();
      expect(reads).toEqual([]);
      place.clock.now = file.modifiedAt + 5 * SECOND;
      await follow();
      expect(await row(bench)).toMatchObject({ promptCount: 1 });
    }));

  test("only those of the last day", () =>
    withFile(async (bench) => {
      const { place, file, reads, follow } = bench;
      place.clock.now = file.modifiedAt + DAY;
      await follow();
      expect(reads).toEqual([]);
      place.clock.now = file.modifiedAt + DAY - 1;
      await follow();
      expect(await row(bench)).toBeDefined();
    }));

  test("each state of a file once", () =>
    withFile(async ({ place, file, entries, reads, follow }) => {
      entries.length = 0;
      for (const seconds of [10, 20, 30]) {
        place.clock.now = file.modifiedAt + seconds * SECOND;
        await follow();
      }
      expect(reads).toHaveLength(1);
      file.modifiedAt = place.clock.now;
      place.clock.now += 10 * SECOND;
      await follow();
      expect(reads).toHaveLength(2);
    }));

  test("again if that failed, although the file has not changed since", () =>
    withFile(async (bench) => {
      const { place, trouble, follow } = bench;
      place.clock.now += 10 * SECOND;
      trouble.error = new Error("EMFILE: too many open files");
      await expect(follow()).rejects.toThrow("EMFILE");
      expect(await row(bench)).toBeUndefined();
      delete trouble.error;
      await follow();
      expect(await row(bench)).toMatchObject({ promptCount: 1 });
    }));
});

describe("a session that is known only from its file", () => {
  test("began at the oldest entry of the file, and is captured without a reply", () =>
    withFile(async (bench) => {
      const { place, ctx, file, entries, looked, follow } = bench;
      entries.push({ type: "message", at: file.modifiedAt - 500, text: "Built." });
      place.clock.now += 10 * SECOND;
      await follow();
      const session = await row(bench);
      expect(session).toMatchObject({ startedAt: file.modifiedAt - SECOND, pid: null, incarnation: 1 });
      expect(session).toMatchObject({ lastSeenAt: file.modifiedAt, endedAt: null });
      expect(session?.capture.lastAnswer).toBe("Built.");
      expect(looked).toEqual([{ program: "codex", cwd: place.project, startedBefore: file.modifiedAt }]);
      expect(await ctx.store.handledEvent(`follow-thread-${file.modifiedAt}-start`)).toBeDefined();
    }));

  test("does not begin with text that the client wrote in the user's name", () =>
    withFile(async (bench) => {
      const { place, entries, follow } = bench;
      entries.splice(0, 1, { type: "prompt", at: 1, text: "A task ended.", fromClient: true });
      entries.push({ type: "message", at: 2, text: "I see." });
      place.clock.now += 10 * SECOND;
      await follow();
      expect(await row(bench)).toBeUndefined();
    }));

  test("has the process that runs it, and has ended if there is none", () =>
    withFile(async (bench) => {
      const { place, file, process: running, follow } = bench;
      running.pid = process.pid;
      place.clock.now += 10 * SECOND;
      await follow();
      expect(await row(bench)).toMatchObject({ pid: process.pid, endedAt: null });
      running.pid = null;
      file.modifiedAt = place.clock.now;
      place.clock.now += 10 * SECOND;
      await follow();
      expect(await row(bench)).toMatchObject({ endedAt: file.modifiedAt, endReason: "lost" });
    }));
});

describe("a session that hooks have reported", () => {
  /** Whether a change `seconds` after the last event is followed. */
  const isTaken = async (bench: Bench, seconds: number, last: (hooks: AgentSession) => Promise<unknown>) => {
    const { place, ctx, file, entries, follow } = bench;
    const hooks = new AgentSession(ctx, place.clock, { agent: "codex", nativeSession: "thread" });
    await hooks.prompt("Build it.");
    await last(hooks);
    const { lastSeenAt, endedAt } = await hooks.row();
    file.modifiedAt = Math.max(lastSeenAt, endedAt ?? 0) + seconds * SECOND;
    entries.push({ type: "prompt", at: file.modifiedAt, text: "Cover empty input." });
    place.clock.now = file.modifiedAt + 10 * SECOND;
    await follow();
    return (await hooks.row()).promptCount === 2;
  };
  const stop = (hooks: AgentSession) => hooks.stop("Built.");

  test("is followed if its file changed more than five seconds after the last event", async () => {
    await withFile(async (bench) => expect(await isTaken(bench, 6, stop)).toBe(true));
    await withFile(async (bench) => expect(await isTaken(bench, 5, stop)).toBe(false));
    await withFile(async (bench) => expect(await isTaken(bench, 6, (hooks) => hooks.end())).toBe(true));
    await withFile(async (bench) => expect(await isTaken(bench, 5, (hooks) => hooks.end())).toBe(false));
  });

  test("is followed immediately from then on", () =>
    withFile(async (bench) => {
      await isTaken(bench, 6, stop);
      const { place, file, entries, follow } = bench;
      file.modifiedAt += SECOND;
      entries.push({ type: "prompt", at: file.modifiedAt, text: "And a long one." });
      place.clock.now = file.modifiedAt + 10 * SECOND;
      await follow();
      expect(await row(bench)).toMatchObject({ promptCount: 3 });
    }));

  test("is left to its hooks while the reported process runs", () =>
    withFile(async (bench) => {
      const { ctx, place } = bench;
      const hooks = new AgentSession(ctx, place.clock, {
        agent: "codex",
        nativeSession: "thread",
        pid: process.pid,
      });
      await hooks.start();
      expect(await isTaken(bench, 60, stop)).toBe(false);
    }));
});
