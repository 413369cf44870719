import { describe, expect, test } from "vitest";
import { type Capture, EMPTY_CAPTURE } from "../../../src/kernel/capture.ts";
import { type EarlierWork, provenanceOf } from "../../../src/recovery/record/provenance.ts";
import { sampleSession } from "../../../src/testing/sample-records.ts";

const AT = 900_000;
const LOCATION = { worktree: "/home/user/app", gitHead: "a".repeat(40), gitBranch: "main" };

function provenance(change: Partial<EarlierWork> = {}, location = LOCATION) {
  const work = {
    session: sampleSession({ nativeId: "2dc79b80-3f1e-4c1d", lastSeenAt: 300_000, ...LOCATION }),
    capture: EMPTY_CAPTURE,
    reason: "newest here",
    isOngoing: false,
    noted: "Ask the bank.",
    checkpointId: "chk_1",
  };
  return provenanceOf({ ...work, ...change }, { at: AT, location });
}
const ended = (endReason: string | null) =>
  provenance({ session: sampleSession({ ...LOCATION, endReason, lastSeenAt: 300_000 }) }).ending;

describe("where a record comes from", () => {
  test("is said with agent, session, age, reason and ending, and nothing has changed since", () => {
    expect(provenance()).toEqual({
      agent: "claude-code",
      machine: null,
      session: "2dc79b80",
      ageMs: 600_000,
      reason: "newest here",
      isOngoing: false,
      ending: "cut off",
      worktree: "/home/user/app",
      isHere: true,
      branch: "main",
      drift: [],
      noted: "Ask the bank.",
      checkpointId: "chk_1",
    });
  });

  test("counts from when someone worked there", () => {
    expect(provenance({ capture: { ...EMPTY_CAPTURE, lastActiveAt: 200_000 } }).ageMs).toBe(700_000);
  });

  test.each([
    [null, "cut off"],
    ["lost", "cut off"],
    ["clear", "cleared, last active"],
    ["other", "ended, last active"],
  ])("a session whose end was %s is %s", (reason, ending) => {
    expect(ended(reason)).toBe(ending);
  });

  test("a conversation that goes on was only active", () => {
    expect(provenance({ isOngoing: true })).toMatchObject({ isOngoing: true, ending: "last active" });
  });
});

describe("what has changed since", () => {
  test("is another place, head or branch", () => {
    const location = { worktree: "/home/user/fix", gitHead: "b".repeat(40), gitBranch: "fix" };
    expect(provenance({}, location)).toMatchObject({
      isHere: false,
      worktree: "/home/user/app",
      branch: "main",
      drift: [
        "saved in /home/user/app, this is /home/user/fix",
        "HEAD moved from aaaaaaaaa to bbbbbbbbb",
        "branch was main, is fix",
      ],
    });
  });

  test("is a file that is gone, of this session or of the one that it continued", () => {
    const inherited = {
      goal: null,
      request: null,
      proposal: null,
      todos: [],
      decisions: [],
      failures: [],
      files: ["/home/user/app/no-such-folder/before.ts"],
      lastAnswer: null,
    };
    const capture: Capture = { ...EMPTY_CAPTURE, inherited };
    expect(provenance({ capture }).drift).toEqual(["missing: no-such-folder/before.ts"]);
  });
});
