import { describe, expect, test } from "vitest";
import { EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import type { Checkpoint, Session } from "../../../src/kernel/record.ts";
import { chooseAmong } from "../../../src/recovery/work/choose-among.ts";
import { sampleCheckpoint, sampleSession } from "../../../src/testing/sample-records.ts";

const AT = 1_000_000;
const session = (change: Partial<Session> = {}) =>
  sampleSession({ nativeId: "2dc79b80-3f1e-4c1d", lastSeenAt: 400_000, ...change });
const loose = (change: Partial<Checkpoint> = {}) => ({
  ...sampleCheckpoint({ createdAt: 400_000, ...change }),
  seq: 1,
});
const step = (change: Partial<Checkpoint> = {}) => loose({ workflowId: "import", ...change });

const choose = (sessions: Session[], checkpoints: ReturnType<typeof loose>[] = []) =>
  chooseAmong({ sessions, loose: checkpoints, at: AT });

function ambiguous(...given: Parameters<typeof choose>): unknown {
  try {
    return choose(...given);
  } catch (error) {
    return error;
  }
}

describe("the only plausible work", () => {
  test("is none where there is none", () => {
    expect(choose([])).toBeUndefined();
  });

  test("is the only session", () => {
    const only = session();
    expect(choose([only])).toEqual({ type: "session", session: only });
  });

  test("is the newest checkpoint of the only workflow", () => {
    const [newest, older] = [step({ createdAt: 500_000 }), step()];
    expect(choose([], [newest, older])).toEqual({ type: "checkpoint", checkpoint: newest });
  });

  test("is the newest checkpoint of none, where no task is", () => {
    const [newest, older] = [loose({ createdAt: 500_000 }), loose()];
    expect(choose([], [newest, older])).toEqual({ type: "checkpoint", checkpoint: newest });
  });
});

describe("between a task and a checkpoint that belongs to none", () => {
  test("the newer one is chosen, by when someone worked in the session", () => {
    const only = session({ capture: { ...EMPTY_CAPTURE, lastActiveAt: 300_000 } });
    const newer = loose({ createdAt: 300_001 });
    expect(choose([only], [newer])).toEqual({ type: "checkpoint", checkpoint: newer });
    expect(choose([only], [loose({ createdAt: 300_000 })])).toEqual({ type: "session", session: only });
  });

  test("the newer one is chosen, by the time of a workflow's checkpoint", () => {
    const [place, run] = [loose({ createdAt: 300_000 }), step({ createdAt: 300_001 })];
    expect(choose([], [run, place])).toEqual({ type: "checkpoint", checkpoint: run });
    const later = loose({ createdAt: 300_002 });
    expect(choose([], [later, run])).toEqual({ type: "checkpoint", checkpoint: later });
  });
});

describe("several tasks", () => {
  test("are an error that lists them, each with its id and what it is", () => {
    const one = session({
      lastSeenAt: AT - 120_000,
      capture: {
        ...EMPTY_CAPTURE,
        goal: "Build it.",
        todos: [{ content: "parse", status: "pending" }],
      },
    });
    const two = step({ name: "nightly", stepName: "rates", createdAt: AT - 60_000 });
    const three = step({ workflowId: "export", createdAt: AT - 30_000 });
    const choices = [
      { id: "2dc79b80", label: '"Build it." (claude-code, 2 min ago, 1 todo open)' },
      { id: two.id, label: "nightly, rates (saved 60 s ago)" },
      { id: three.id, label: "workflow export (saved 30 s ago)" },
    ];
    expect(ambiguous([one], [two, three])).toMatchObject({
      code: "ambiguous_id",
      message: [
        "Several sessions or checkpoints match:",
        ...choices.map(({ id, label }, i) => `  ${i + 1}. ${id}  ${label}`),
      ].join("\n"),
      next: "Choose one by its id, such as `holdfast resume 2dc79b80`.",
      details: { candidates: ["2dc79b80", two.id, three.id], choices },
    });
  });

  test("are an error even beside a newer checkpoint of none", () => {
    const newest = loose({ createdAt: AT });
    expect(ambiguous([session(), session()], [newest])).toMatchObject({
      details: { candidates: ["2dc79b80", "2dc79b80"] },
    });
  });
});
