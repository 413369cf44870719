import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import type { Context } from "../../../src/kernel/context.ts";
import type { Project, Session } from "../../../src/kernel/record.ts";
import { listSessionChoices } from "../../../src/recovery/browse/list-session-choices.ts";
import { sampleProject, sampleSession } from "../../../src/testing/sample-records.ts";
import { memoryContext } from "../../support/memory-context.ts";

const ROOT = "/home/user/app";
const SEEN = 500_000;

let ctx: Context;
let project: Project;
beforeEach(async () => {
  ({ ctx } = await memoryContext({ clock: () => 10_000_000 }));
  project = sampleProject(ROOT);
  await ctx.store.ensureProject(project);
});
afterEach(() => ctx.store.close());

async function stored(change: Partial<Session> = {}): Promise<Session> {
  const session = sampleSession({ projectId: project.id, promptCount: 1, lastSeenAt: SEEN, ...change });
  await ctx.store.replaceSession(session);
  return session;
}
const ids = async () => (await listSessionChoices(ctx)).map(({ id }) => id);

describe("the sessions that a person can continue", () => {
  test("are shown as a person recognizes them", async () => {
    const rest = { goal: null, request: null, proposal: null, decisions: [], files: [], failures: [] };
    const todo = (content: string, status: "pending" | "completed") => ({ content, status });
    const capture = {
      ...EMPTY_CAPTURE,
      goal: "Build the importer.",
      lastActiveAt: 400_000,
      todos: [todo("parse", "pending"), todo("open", "completed")],
      files: [{ path: `${ROOT}/a.ts`, action: "changed" as const, at: 1, changedAt: 1, edit: null }],
      inherited: { ...rest, todos: [todo("write", "pending")], lastAnswer: null },
    };
    const startedIn = `${ROOT}/packages/a`;
    const { nativeId } = await stored({ agent: "codex", endedAt: SEEN, capture, startedIn });
    expect(await listSessionChoices(ctx)).toEqual([
      {
        id: nativeId,
        title: "Build the importer.",
        latestRequest: null,
        agent: "codex",
        machine: null,
        state: "ended",
        lastWorkedAt: new Date(400_000).toISOString(),
        openTodos: 2,
        files: 1,
        worktree: ROOT,
        directory: "packages/a",
      },
    ]);
  });

  test("may still run", async () => {
    await stored({ lastSeenAt: 9_999_000 });
    expect(await listSessionChoices(ctx)).toMatchObject([{ state: "running" }]);
  });

  test("have no secrets in their titles", async () => {
    const secret = `sk_live_${"4eC39HqLyjWDarjtT1zdp7dc"}`;
    await stored({ capture: { ...EMPTY_CAPTURE, goal: `Use ${secret} now` } });
    expect((await listSessionChoices(ctx))[0]?.title).not.toContain("4eC39HqLyj");
  });

  test("are those of this project with a prompt, unless they were dismissed", async () => {
    const { nativeId } = await stored();
    await stored({ projectId: "prj_another" });
    await stored({ promptCount: 0 });
    await stored({ dismissedAt: 1 });
    expect(await ids()).toEqual([nativeId]);
  });

  test("are the twenty that were seen last", async () => {
    const all = [];
    for (let i = 0; i < 22; i++) all.push(await stored({ lastSeenAt: SEEN - i }));
    expect(await ids()).toEqual(all.slice(0, 20).map(({ nativeId }) => nativeId));
  });

  test("are none in a project that is unknown", async () => {
    await stored({ projectId: "prj_another" });
    expect(await listSessionChoices({ ...ctx, caller: { cwd: "/home/user/other" } })).toEqual([]);
  });
});
