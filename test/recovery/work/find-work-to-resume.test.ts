import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import type { Context } from "../../../src/kernel/context.ts";
import type { Checkpoint, Project, Session } from "../../../src/kernel/record.ts";
import { findWorkToResume } from "../../../src/recovery/work/find-work-to-resume.ts";
import { sampleCheckpoint, sampleProject, sampleSession } from "../../../src/testing/sample-records.ts";
import { memoryContext } from "../../support/memory-context.ts";

const HERE = "/home/user/app";
const ELSEWHERE = "/home/user/fix";
const NOW = 100_000_000;
const WINDOW = 4 * 3_600_000;
const RUNNING = { endedAt: null, pid: 77, pidStart: "at noon" };

let ctx: Context;
let project: Project;
beforeEach(async () => {
  ({ ctx } = await memoryContext({ clock: () => NOW, alive: { 77: "at noon", 78: "at one" } }));
  project = sampleProject(HERE);
  await ctx.store.ensureProject(project);
});
afterEach(() => ctx.store.close());

/** A session that ended after someone had worked in it. */
async function stored(change: Partial<Session> = {}): Promise<Session> {
  const ended = { promptCount: 1, startedAt: NOW - 50_000, lastSeenAt: NOW - 20_000, endedAt: NOW - 20_000 };
  const session = sampleSession({ projectId: project.id, ...ended, ...change });
  await ctx.store.replaceSession(session);
  return session;
}
async function saved(change: Partial<Checkpoint> = {}): Promise<Checkpoint> {
  const checkpoint = sampleCheckpoint({ projectId: project.id, createdAt: NOW - 10_000, ...change });
  await ctx.store.saveCheckpoint(checkpoint, new Map());
  return checkpoint;
}
/** Calls as a program that the session's client runs. */
function callFrom({ agent, nativeId: nativeSession }: Session): void {
  ctx = { ...ctx, caller: { cwd: HERE, agent, nativeSession } };
}
const found = async () => {
  const work = await findWorkToResume(ctx);
  return `${work.type} ${work.type === "session" ? work.session.id : work.checkpoint.id}`;
};
const failed = () => findWorkToResume(ctx).catch((error: unknown) => error);

describe("for a person, the work to continue", () => {
  test("is the session that a new one would continue", async () => {
    const { id } = await stored();
    expect(await found()).toBe(`session ${id}`);
  });

  test("may be one that runs", async () => {
    const { id } = await stored(RUNNING);
    expect(await found()).toBe(`session ${id}`);
  });

  test("is to be chosen between one that runs and one that is over", async () => {
    await stored({ nativeId: "11111111-aaaa" });
    await stored({ ...RUNNING, nativeId: "22222222-bbbb", lastSeenAt: NOW - 10_000 });
    const candidates = ["22222222", "11111111"];
    expect(await failed()).toMatchObject({ code: "ambiguous_id", details: { candidates } });
  });

  test("is the session before one that was cleared at once", async () => {
    const { id } = await stored({ endedAt: NOW - 30_000, lastSeenAt: NOW - 30_000 });
    const capture = { ...EMPTY_CAPTURE, foldedTo: NOW };
    await stored({ promptCount: 0, parentId: id, parentReason: "clear", capture });
    expect(await found()).toBe(`session ${id}`);
  });

  test("is to be chosen among several", async () => {
    await stored({ nativeId: "11111111-aaaa" });
    await stored({ nativeId: "22222222-bbbb", lastSeenAt: NOW - 10_000 });
    const candidates = ["22222222", "11111111"];
    expect(await failed()).toMatchObject({ code: "ambiguous_id", details: { candidates } });
  });

  test("may be a checkpoint of no session, in this worktree and recent", async () => {
    const { id } = await saved();
    await saved({ worktree: ELSEWHERE, createdAt: NOW });
    await stored();
    expect(await found()).toBe(`checkpoint ${id}`);
  });

  test("is no checkpoint of a session, which is part of that", async () => {
    const { id } = await stored();
    await saved({ sessionId: id, createdAt: NOW });
    expect(await found()).toBe(`session ${id}`);
  });

  test.each([
    [WINDOW, "ambiguous_id"],
    [WINDOW + 1, undefined],
  ])("counts workflows of the last four hours: %i ms ago", async (ago, code) => {
    const { id } = await stored();
    await saved({ workflowId: "nightly", createdAt: NOW - ago });
    if (code === undefined) expect(await found()).toBe(`session ${id}`);
    else expect(await failed()).toMatchObject({ code });
  });

  test("says how long ago each of several was", async () => {
    await stored({ lastSeenAt: NOW - 120_000, endedAt: NOW - 120_000 });
    await saved({ workflowId: "nightly" });
    expect(String(await failed())).toMatch(/2 min ago\)\n.*\(saved 10 s ago\)/);
  });
});

describe("where nothing is plausible, the work to continue", () => {
  test("is the session of the newest checkpoint here, however old that is", async () => {
    const { id } = await stored({ lastSeenAt: 5_000, endedAt: 5_000 });
    await saved({ sessionId: id, createdAt: 5_000 });
    await saved({ sessionId: id, createdAt: 4_000, worktree: ELSEWHERE });
    expect(await found()).toBe(`session ${id}`);
  });

  test("is the checkpoint itself, if its session has no prompt, is gone, or never was", async () => {
    const silent = await stored({ promptCount: 0 });
    for (const [i, sessionId] of [silent.id, "ses_gone", null].entries()) {
      const { id } = await saved({ sessionId, createdAt: 5_000 + i });
      expect(await found()).toBe(`checkpoint ${id}`);
    }
  });

  test("is not that of a session which was dismissed", async () => {
    const dismissed = await stored({ dismissedAt: NOW });
    const older = await saved({ createdAt: 5_000 });
    await saved({ sessionId: dismissed.id });
    expect(await found()).toBe(`checkpoint ${older.id}`);
  });

  test("is none, if nothing was ever saved here", async () => {
    await saved({ worktree: ELSEWHERE, createdAt: 5_000 });
    expect(await failed()).toMatchObject({
      code: "not_found",
      message: `There are no checkpoints of ${HERE} yet.`,
      next: "Run `holdfast status` to see whether an agent is connected.",
    });
  });

  test("is none in a project that is unknown", async () => {
    await stored({ projectId: "prj_another" });
    ctx = { ...ctx, caller: { cwd: ELSEWHERE } };
    expect(await failed()).toMatchObject({ code: "not_found" });
  });
});

describe("for an agent, the work to continue", () => {
  test("is its own, if that continues another one", async () => {
    const earlier = await stored();
    const own = await stored({ ...RUNNING, parentId: earlier.id, parentReason: "handoff" });
    callFrom(own);
    expect(await found()).toBe(`session ${own.id}`);
  });

  test.each(["clear", "fork"] as const)("is the session before its own after a %s", async (parentReason) => {
    const earlier = await stored({ dismissedAt: NOW });
    callFrom(await stored({ ...RUNNING, parentId: earlier.id, parentReason }));
    expect(await found()).toBe(`session ${earlier.id}`);
  });

  test("is its own after a clear, if the session before is gone", async () => {
    const own = await stored({ ...RUNNING, parentId: "ses_gone", parentReason: "clear" });
    callFrom(own);
    expect(await found()).toBe(`session ${own.id}`);
  });

  test("is another one that is over, and none that runs", async () => {
    const earlier = await stored();
    await stored({ endedAt: null, pid: 78, pidStart: "at one" });
    callFrom(await stored({ ...RUNNING, startedAt: NOW - 40_000 }));
    expect(await found()).toBe(`session ${earlier.id}`);
  });

  test("is its own, if there is no other and something was asked in it", async () => {
    const own = await stored(RUNNING);
    callFrom(own);
    expect(await found()).toBe(`session ${own.id}`);
  });

  test("is the newest here, if nothing was asked in its own", async () => {
    const { id } = await saved({ sessionId: "ses_gone", createdAt: 5_000 });
    callFrom(await stored({ ...RUNNING, promptCount: 0 }));
    expect(await found()).toBe(`checkpoint ${id}`);
  });

  test("is what a person would continue, if its own is unknown", async () => {
    const running = await stored(RUNNING);
    ctx = { ...ctx, caller: { cwd: HERE, agent: "claude-code", nativeSession: "unknown" } };
    expect(await found()).toBe(`session ${running.id}`);
  });
});
