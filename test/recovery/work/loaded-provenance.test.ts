import { basename } from "node:path";
import { describe, expect, test } from "vitest";
import { type Capture, EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import { loadedProvenance } from "../../../src/recovery/work/loaded-provenance.ts";
import type { LoadedWork } from "../../../src/recovery/work/read-work.ts";
import { sampleCheckpoint, sampleSession } from "../../../src/testing/sample-records.ts";

const PLACE = { worktree: "/home/user/app", gitHead: "a".repeat(40), gitBranch: "main" };
const NOW = { at: 900_000, location: PLACE };
const SESSION = sampleSession({
  ...PLACE,
  agent: "codex",
  nativeId: "2dc79b80-3f1e-4c1d",
  endReason: "other",
  lastSeenAt: 300_000,
});
const CHECKPOINT = sampleCheckpoint({
  worktree: "/home/user/fix",
  gitHead: "b".repeat(40),
  gitBranch: "fix",
  createdAt: 200_000,
});
const GONE: Capture = {
  ...EMPTY_CAPTURE,
  files: [{ path: "/home/user/fix/gone/a.ts", action: "changed", at: 1, changedAt: 1, edit: null }],
};

const provenance = (change: Partial<LoadedWork>) =>
  loadedProvenance(
    {
      type: "session",
      session: SESSION,
      checkpoint: null,
      capture: EMPTY_CAPTURE,
      given: null,
      noted: null,
      nextSteps: [],
      warning: null,
      ...change,
    },
    NOW,
  );

describe("the provenance of work that someone asked for", () => {
  test("is that of a session, as it is now", () => {
    expect(provenance({ checkpoint: CHECKPOINT, noted: "Ask the bank." })).toEqual({
      agent: "codex",
      session: "2dc79b80",
      ageMs: 600_000,
      reason: "asked for",
      isOngoing: false,
      ending: "ended, last active",
      machine: null,
      worktree: "/home/user/app",
      isHere: true,
      branch: "main",
      drift: [],
      noted: "Ask the bank.",
      checkpointId: CHECKPOINT.id,
    });
    expect(provenance({}).checkpointId).toBeNull();
  });

  test("is that of a checkpoint, as it was then, made by a session", () => {
    expect(provenance({ type: "checkpoint", checkpoint: CHECKPOINT })).toMatchObject({
      agent: "codex",
      session: "2dc79b80",
      ending: "ended, last active",
      ageMs: 700_000,
      worktree: "/home/user/fix",
      isHere: false,
      branch: "fix",
      drift: [
        "saved in /home/user/fix, this is /home/user/app",
        "HEAD moved from bbbbbbbbb to aaaaaaaaa",
        "branch was fix, is main",
      ],
    });
  });

  test("is that of a checkpoint of no session, which has no agent", () => {
    expect(provenance({ type: "checkpoint", session: undefined, checkpoint: CHECKPOINT })).toMatchObject({
      agent: "",
      session: "",
      ending: "cut off",
      ageMs: 700_000,
      worktree: "/home/user/fix",
    });
  });

  test("is little where neither is known", () => {
    expect(provenance({ session: undefined })).toMatchObject({
      agent: "",
      session: "",
      ending: "cut off",
      ageMs: 900_000,
      worktree: "",
      branch: null,
      drift: [
        "saved in , this is /home/user/app",
        "HEAD moved from none to aaaaaaaaa",
        "branch was detached, is main",
      ],
      checkpointId: null,
    });
  });
});

describe("a file that is gone", () => {
  const drift = (change: Partial<LoadedWork>) =>
    provenance({ type: "checkpoint", checkpoint: CHECKPOINT, capture: GONE, ...change }).drift.at(-1);

  test("is named where it was captured", () => {
    expect(drift({})).toBe("missing: gone/a.ts");
    expect(drift({ type: "session", given: {} })).toBe("missing: /home/user/fix/gone/a.ts");
  });

  test("is not named where a caller listed it in a state, since it need not exist", () => {
    expect(drift({ given: {} })).toBe("branch was fix, is main");
  });
});

test("relative paths are of the worktree in which a checkpoint was made", () => {
  const files = GONE.files.map((file) => ({ ...file, path: basename(import.meta.filename) }));
  const checkpoint = { ...CHECKPOINT, worktree: import.meta.dirname };
  const work = { type: "checkpoint" as const, checkpoint, capture: { ...GONE, files } };
  expect(provenance(work).drift.at(-1)).toBe("edited by someone else: loaded-provenance.test.ts");
});
