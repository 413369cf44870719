import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { AgentAdapter } from "../../../src/kernel/agent/agent.ts";
import { EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import type { Session } from "../../../src/kernel/record.ts";
import { type Continuation, planContinuation } from "../../../src/recovery/work/plan-continuation.ts";
import type { LoadedWork } from "../../../src/recovery/work/read-work.ts";
import { createRedactor } from "../../../src/redact/create-redactor.ts";
import { sampleCheckpoint, sampleSession } from "../../../src/testing/sample-records.ts";

/** Two clients: one that starts and resumes plainly, and one with ways of its own for both. */
const plain = {
  start: (args: readonly string[], newId: () => string) => ({
    command: ["plain", ...args, "--id", newId()],
  }),
  resume: (id: string, args: readonly string[]) => ["plain", "--resume", id, ...args],
};
const special = {
  ...plain,
  startWithRecord: (newId: () => string) => ["special", "turn", newId()],
  resumeDirectory: ({ cwd }: { cwd: string }) => join(cwd, "below"),
};
const agents = [
  { name: "plain", terminal: plain },
  { name: "special", terminal: special },
] as unknown as readonly AgentAdapter[];
const ctx = {
  agents,
  clock: () => 10_000_000,
  redactor: createRedactor(),
  processes: { startTime: (pid: number) => (pid === 77 ? "at noon" : undefined) },
} as unknown as Parameters<typeof planContinuation>[0];

const UUID = expect.stringMatching(/^[0-9a-f-]{36}$/);
const CAPTURE = { ...EMPTY_CAPTURE, goal: "Build it." };

let root: string;
let transcriptPath: string;
beforeAll(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-test-")));
  transcriptPath = join(root, "one.jsonl");
  writeFileSync(transcriptPath, "{}\n");
  writeFileSync(join(root, "empty.jsonl"), "");
  mkdirSync(join(root, "below"));
});
afterAll(() => rmSync(root, { recursive: true }));

const session = (change: Partial<Session> = {}) =>
  sampleSession({
    agent: "plain",
    nativeId: "2dc79b80-3f1e-4c1d",
    cwd: join(root, "below"),
    worktree: root,
    endedAt: 5_000,
    transcriptPath,
    ...change,
  });

function work(change: Partial<LoadedWork> = {}): LoadedWork {
  const nothing = { given: null, noted: null, nextSteps: [], warning: null };
  return {
    type: "session",
    session: session(),
    checkpoint: null,
    capture: CAPTURE,
    ...nothing,
    ...change,
  };
}
const plan = (change: Partial<LoadedWork> = {}, wanted: { agent?: string; fresh?: boolean } = {}) =>
  planContinuation(ctx, work(change), { fresh: false, ...wanted });
const planOf = (change: Partial<Session>): Continuation => plan({ session: session(change) });

describe("a conversation that still exists", () => {
  test("is resumed in the directory where it was", () => {
    expect(plan()).toEqual({
      title: "Build it.",
      agent: "plain",
      mode: "conversation",
      command: ["plain", "--resume", "2dc79b80-3f1e-4c1d"],
      directory: join(root, "below"),
      environment: {},
    });
  });

  test("is resumed where its client looks for it", () => {
    expect(planOf({ agent: "special", cwd: root })).toMatchObject({
      mode: "conversation",
      directory: join(root, "below"),
    });
  });

  test("is kept in a database, whose file is above its path", () => {
    expect(planOf({ transcriptPath: join(transcriptPath, "ses_one") }).mode).toBe("conversation");
  });

  test("has a title without secrets", () => {
    const secret = `sk_live_${"4eC39HqLyjWDarjtT1zdp7dc"}`;
    const { title } = plan({ capture: { ...CAPTURE, goal: `Use ${secret} now` } });
    expect(title).not.toContain("4eC39HqLyj");
  });
});

describe("a new conversation with the record", () => {
  const record = ({ id }: { id: string }) => ({
    title: "Build it.",
    agent: "plain",
    mode: "record",
    command: ["plain", "--id", UUID],
    directory: root,
    environment: { HOLDFAST_CONTINUE: id },
  });

  test("is started in the worktree, where one was wanted", () => {
    const own = session();
    expect(plan({ session: own }, { fresh: true })).toEqual(record(own));
  });

  test("is started where the session was started, such as in one package of many", () => {
    const startedIn = join(root, "below");
    expect(plan({ session: session({ startedIn }) }, { agent: "special" }).directory).toBe(startedIn);
    const gone = join(root, "gone");
    expect(plan({ session: session({ startedIn: gone }) }, { fresh: true }).directory).toBe(root);
  });

  test("is started by another agent, in its way", () => {
    const own = session({ cwd: root });
    expect(plan({ session: own }, { agent: "special" })).toEqual({
      ...record(own),
      agent: "special",
      command: ["special", "turn", UUID],
    });
  });

  test("is started for one checkpoint, even of a session that runs", () => {
    const checkpoint = sampleCheckpoint();
    const running = session({ endedAt: null, pid: 77, pidStart: "at noon" });
    expect(plan({ type: "checkpoint", checkpoint, session: running })).toEqual(record(checkpoint));
  });

  test("is started where the session was, if its worktree is gone", () => {
    const gone = join(root, "gone");
    expect(planOf({ worktree: gone, transcriptPath: null }).directory).toBe(join(root, "below"));
    expect(planOf({ worktree: transcriptPath, transcriptPath: null }).directory).toBe(join(root, "below"));
  });

  test.each<[string, () => Partial<Session>]>([
    ["was never written down", () => ({ transcriptPath: null })],
    ["is gone", () => ({ transcriptPath: join(root, "no", "such", "one.jsonl") })],
    ["is empty", () => ({ transcriptPath: join(root, "empty.jsonl") })],
    ["is no file", () => ({ transcriptPath: join(root, "below") })],
    ["has a path that cannot be read", () => ({ transcriptPath: join(transcriptPath, "a", "b") })],
    ["has no id of its client yet", () => ({ nativeId: "launch-1" })],
    ["was in a directory that is gone", () => ({ cwd: join(root, "gone") })],
    ["was in a directory that is a file", () => ({ cwd: transcriptPath })],
  ])("is started where the old one %s", (_, change) => {
    expect(planOf(change()).mode).toBe("record");
  });
});

describe("what cannot be continued", () => {
  function refused(change: Partial<LoadedWork>): unknown {
    try {
      return plan(change);
    } catch (error) {
      return error;
    }
  }

  test("is a session that still runs: its terminal is there", () => {
    const running = { endedAt: null, pid: 77, pidStart: "at noon" };
    expect(refused({ session: session(running) })).toMatchObject({
      code: "conflict",
      message: "Session 2dc79b80 is still running in process 77.",
      next: "Continue in its terminal, or end it first.",
    });
    const unknown = session({ endedAt: null, lastSeenAt: 9_999_000 });
    expect(refused({ session: unknown })).toMatchObject({ message: "Session 2dc79b80 is still running." });
  });

  test("is a checkpoint that no session made", () => {
    const checkpoint = sampleCheckpoint();
    const made = { session: undefined, checkpoint, type: "checkpoint" as const };
    expect(refused(made)).toMatchObject({
      code: "not_supported",
      message: `Checkpoint ${checkpoint.id} was not made by an agent session, so there is no session to continue.`,
      next: `Start your agent and ask it to resume ${checkpoint.id}.`,
    });
  });
});
