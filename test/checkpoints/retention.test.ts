import { expect, test } from "vitest";
import { createRetentionPolicy, retentionRules } from "../../src/checkpoints/retention.ts";
import { DEFAULT_CONFIG } from "../../src/kernel/config/default-config.ts";
import type { Checkpoint } from "../../src/kernel/record.ts";
import { sampleCheckpoint } from "../../src/testing/sample-records.ts";

const DAY_MS = 86_400_000;
const now = 100 * DAY_MS;

function expired(...changes: Partial<Checkpoint>[]): number[] {
  const all = changes.map((change) => sampleCheckpoint({ sessionId: "ses_a", createdAt: now, ...change }));
  const tierOf = createRetentionPolicy({
    now,
    retentionDays: 7,
    keepSessionsDays: 90,
    maxPerSession: 2,
    maxPerWorkflow: 3,
  });
  return all.flatMap((checkpoint, i) => (tierOf(checkpoint) === "cold" ? [i] : []));
}

test("S18: each limit is the one of its setting", () => {
  const continuity = {
    ...DEFAULT_CONFIG.continuity,
    retentionDays: 1,
    keepSessionsDays: 2,
    maxCheckpointsPerSession: 3,
    maxCheckpointsPerWorkflow: 4,
  };
  expect(retentionRules({ continuity }, now)).toEqual({
    now,
    retentionDays: 1,
    keepSessionsDays: 2,
    maxPerSession: 3,
    maxPerWorkflow: 4,
  });
});

test("S18 R-P6: beyond the cap of a session the oldest go", () => {
  expect(expired({}, {}, {}, { sessionId: "ses_b" })).toEqual([2]);
});

test("R-P10: workflows of the same name in two projects are limited apart, and so is a session of that name", () => {
  const run = { sessionId: null, workflowId: "deploy" };
  const elsewhere = { ...run, projectId: "prj_other" };
  expect(expired(elsewhere, elsewhere, elsewhere, run, run, run, run, { sessionId: "deploy" })).toEqual([6]);
});

test("D60 R-P10: pinned ones stay at any age and do not count towards the limit", () => {
  expect(expired({ retention: "pinned" }, { retention: "pinned", createdAt: 0 }, {}, {}, {})).toEqual([4]);
});

test("R-P10: the newest of a worktree stays at any age, for who comes back", () => {
  const old = { createdAt: now - 30 * DAY_MS };
  expect(expired(old, { ...old, worktree: "/a" }, { ...old, worktree: "/a" }, old)).toEqual([2, 3]);
});

test("W19: marks and what a rewind left behind take no one's place, and go by their age", () => {
  const mark = { kind: "mark", trigger: "mark" } as const;
  const left = { abandonedAt: now };
  expect(expired(mark, left, mark, left, {}, {}, {})).toEqual([6]);
  const old = { createdAt: now - 30 * DAY_MS };
  expect(
    expired({}, { ...old, ...mark }, { ...old, ...left, worktree: "/a" }, { ...old, worktree: "/a" }),
  ).toEqual([1, 2]);
});

test("R-P10: the newest of each session stays for 90 days, since agents delete their own files", () => {
  const old = { createdAt: now - 80 * DAY_MS };
  const older = { createdAt: now - 95 * DAY_MS };
  const other = { sessionId: "ses_b" };
  const run = { ...old, workflowId: "deploy" };
  expect(expired({ sessionId: null }, old, { ...old, ...other }, { ...old, ...other })).toEqual([3]);
  expect(expired({ sessionId: null }, { ...older, ...other })).toEqual([1]);
  // What a session saved for a workflow does not replace what was captured of it.
  expect(expired({ sessionId: null }, run, old, run)).toEqual([3]);
});
