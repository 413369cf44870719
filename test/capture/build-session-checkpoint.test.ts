import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { buildSessionCheckpoint } from "../../src/capture/build-session-checkpoint.ts";
import { loadState } from "../../src/checkpoints/state/load/load-state.ts";
import { childKeys } from "../../src/checkpoints/state/node/read-node.ts";
import { type Capture, EMPTY_CAPTURE } from "../../src/kernel/capture.ts";
import type { Effect } from "../../src/kernel/event-handler.ts";
import type { Checkpoint, Session } from "../../src/kernel/record.ts";
import type { Statement } from "../../src/kernel/statement.ts";
import type { Store } from "../../src/kernel/storage/store.ts";
import { openStore } from "../../src/store/open-store.ts";
import { sampleCheckpoint, sampleId, sampleSession } from "../../src/testing/sample-records.ts";

let store: Store;
beforeAll(async () => {
  store = await openStore({ file: ":memory:", childKeys });
});
afterAll(() => store.close());

const prompt = (text: string): Statement => ({ id: text, channel: "typed", text, asked: null, at: 5 });
const failed = (command: string) => ({ id: command, command, ok: false, output: "Exit code 1", at: 5 });

async function made(
  capture: Partial<Capture>,
  {
    session = {},
    decided = [],
    cause,
  }: { session?: Partial<Session>; decided?: Effect[]; cause?: string } = {},
) {
  const ctx = { store, newId: (kind: string) => `${kind}_0000000000000new`, newNonce: () => "nonce" };
  const given = {
    session: sampleSession({ promptCount: 3, promptsSinceCheckpoint: 2, ...session }),
    capture: { ...EMPTY_CAPTURE, ...capture },
    trigger: "periodic" as const,
    at: 700_000,
    ...(cause === undefined ? {} : { cause }),
  };
  const { session: after, capture: left, effect } = await buildSessionCheckpoint(ctx, given, decided);
  return { before: given.session, after, left, effect, checkpoint: effect.checkpoint };
}

describe("the checkpoint of what was captured", () => {
  test("leaves nothing to the next one that it has stored itself", async () => {
    const counted = { activeMs: 9_000, queries: ["bucket"], remembered: ["mem_1"], goal: "Build it." };
    const { left } = await made(counted as unknown as Partial<Capture>);
    const anew = { activeMs: 0, queries: [], remembered: [], checkpointedAt: 700_000 };
    expect(left).toEqual({ ...EMPTY_CAPTURE, goal: "Build it.", ...anew });
  });

  test("is a digest of the session, whose counter begins anew", async () => {
    const place = {
      agent: "codex",
      projectId: "prj_0000000000000002",
      worktree: "/work/shop",
      gitHead: "c0ffee",
      gitBranch: "main",
    };
    const capture = {
      goal: "Build the\nimporter.",
      prompts: [prompt("Build the\nimporter."), prompt("Now\nthe dates.")],
    };
    const { before, after, effect, checkpoint } = await made(capture, { session: place });
    expect(effect.type).toBe("save_checkpoint");
    expect(checkpoint).toEqual({
      id: "chk_0000000000000new",
      kind: "digest",
      trigger: "periodic",
      name: null,
      ...place,
      sessionId: before.id,
      workflowId: null,
      workflowType: null,
      parentId: null,
      stepNumber: 3,
      stepName: "Now the dates.",
      progress: null,
      stateRoot: checkpoint.stateRoot,
      digest: "Build the importer. (3 prompts, 0 open todos, 0 still failing)",
      createdAt: 700_000,
      retention: "auto",
      trashedAt: null,
      abandonedAt: null,
    });
    expect(after).toEqual({ ...before, promptsSinceCheckpoint: 0 });
  });

  test("holds what the next session needs, and nothing that cannot be stored", async () => {
    const capture = {
      goal: "Build \0 it.",
      files: [{ path: "a.ts", action: "changed" as const, at: 5, changedAt: 5, edit: null }],
      commands: [
        failed("npm test"),
        failed("npm run lint"),
        { ...failed("npm run lint"), id: "again", ok: true },
      ],
    };
    const { checkpoint, effect } = await made(capture, {
      session: { worktree: "/work/shop", cwd: "/work/shop/src" },
    });
    const state = await loadState(checkpoint.stateRoot, async (keys) => {
      const found = keys.flatMap((key) => {
        const bytes = effect.nodes.get(key);
        return bytes === undefined ? [] : [[key, bytes] as const];
      });
      return new Map(found);
    });
    expect(state).toMatchObject({
      goal: "Build \uFFFD it.",
      files_modified: ["a.ts"],
      failures: [{ command: "npm test", output: "Exit code 1" }],
      context: { project_path: "/work/shop", cwd: "/work/shop/src" },
    });
  });

  test.each([
    [[], null],
    [["completed", "pending", "in_progress"], 33],
    [["completed", "completed", "pending"], 67],
    [["completed"], 100],
    [["pending"], 0],
  ] as const)("has the progress of its todos: %j is %j", async (statuses, progress) => {
    const todos = statuses.map((status, i) => ({ content: `part ${i}`, status }));
    expect((await made({ todos })).checkpoint.progress).toBe(progress);
  });

  test("counts what is open, and says before which command it was made", async () => {
    const todos = (["completed", "pending", "in_progress"] as const).map((status) => ({
      content: status,
      status,
    }));
    const { checkpoint } = await made(
      { goal: "Build it.", todos, commands: [failed("npm test")] },
      { session: { promptCount: 1 }, cause: "rm -rf\nbuild" },
    );
    expect(checkpoint.digest).toBe(
      "Before rm -rf build: Build it. (1 prompt, 2 open todos, 1 still failing)",
    );
  });

  test("has a digest and a step within bounds", async () => {
    const long = "x".repeat(300);
    const { checkpoint } = await made({ goal: long, prompts: [prompt(long)] }, { cause: long });
    expect(checkpoint.digest).toBe(
      `Before ${"x".repeat(119)}…: ${"x".repeat(199)}… (3 prompts, 0 open todos, 0 still failing)`,
    );
    expect(checkpoint.stepName).toBe(`${"x".repeat(79)}…`);
  });

  test("of a session without prompts has no step", async () => {
    const { checkpoint } = await made({});
    expect(checkpoint.stepName).toBeNull();
    expect(checkpoint.digest).toBe("No task yet (3 prompts, 0 open todos, 0 still failing)");
  });
});

describe("the parent of a checkpoint", () => {
  async function saved(change: Partial<Checkpoint>): Promise<Checkpoint> {
    const checkpoint = sampleCheckpoint(change);
    await store.saveCheckpoint(checkpoint, new Map());
    return checkpoint;
  }
  const save = (change: Partial<Checkpoint>): Effect & { type: "save_checkpoint" } => ({
    type: "save_checkpoint",
    checkpoint: sampleCheckpoint(change),
    nodes: new Map(),
  });
  const abandon = (id: string): Effect => ({ type: "abandon_checkpoint", id, abandonedAt: 7 });

  test("is the newest of its session", async () => {
    const id = sampleId("ses");
    await saved({ sessionId: id, createdAt: 100 });
    const newest = await saved({ sessionId: id, createdAt: 200 });
    await saved({ sessionId: sampleId("ses"), createdAt: 300 });
    expect((await made({}, { session: { id } })).checkpoint.parentId).toBe(newest.id);
  });

  test("is none that is of no session", async () => {
    await saved({ sessionId: null, createdAt: 100 });
    expect((await made({})).checkpoint.parentId).toBeNull();
  });

  test("is one that is saved with it", async () => {
    const id = sampleId("ses");
    await saved({ sessionId: id, createdAt: 100 });
    const decided = [save({ sessionId: id }), save({ sessionId: id }), save({ sessionId: sampleId("ses") })];
    const { checkpoint } = await made({}, { session: { id }, decided });
    expect(checkpoint.parentId).toBe(decided[1]?.checkpoint.id);
  });

  test("is none that is abandoned with it", async () => {
    const id = sampleId("ses");
    const [live, ...left] = [
      await saved({ sessionId: id, createdAt: 100 }),
      await saved({ sessionId: id, createdAt: 200 }),
      await saved({ sessionId: id, createdAt: 300 }),
    ];
    const decided = left.map((checkpoint) => abandon(checkpoint.id));
    expect((await made({}, { session: { id }, decided })).checkpoint.parentId).toBe(live?.id);
  });

  test("of the first is the newest of the session that it continues", async () => {
    const parentId = sampleId("ses");
    const earlier = await saved({ sessionId: parentId, createdAt: 100 });
    const id = sampleId("ses");
    expect((await made({}, { session: { id, parentId } })).checkpoint.parentId).toBe(earlier.id);
    const own = await saved({ sessionId: id, createdAt: 50 });
    expect((await made({}, { session: { id, parentId } })).checkpoint.parentId).toBe(own.id);
    const decided = [abandon(own.id)];
    expect((await made({}, { session: { id, parentId }, decided })).checkpoint.parentId).toBe(earlier.id);
  });

  test("is never newer, whatever the clock says", async () => {
    const id = sampleId("ses");
    await saved({ sessionId: id, createdAt: 800_000 });
    expect((await made({}, { session: { id } })).checkpoint.createdAt).toBe(800_000);
  });
});
