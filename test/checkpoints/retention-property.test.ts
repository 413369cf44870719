import fc from "fast-check";
import { expect, test } from "vitest";
import { createRetentionPolicy, type Tier } from "../../src/checkpoints/retention.ts";
import type { Checkpoint } from "../../src/kernel/record.ts";
import { sampleCheckpoint } from "../../src/testing/sample-records.ts";

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const now = 1_000 * DAY_MS;
const RULES = { now, retentionDays: 7, keepSessionsDays: 12, maxPerSession: 4, maxPerWorkflow: 3 };

/** A checkpoint of any age, in one of few workflows, sessions and worktrees. */
const checkpoint = fc
  .record({
    hours: fc.oneof(fc.integer({ min: 0, max: 30 }), fc.integer({ min: 0, max: 24 * 20 })),
    workflowId: fc.constantFrom(null, "w1", "w2"),
    projectId: fc.constantFrom("prj_a", "prj_b"),
    sessionId: fc.constantFrom(null, "ses_a", "w1"),
    worktree: fc.constantFrom("/a", "/b"),
    retention: fc.constantFrom("auto", "auto", "auto", "pinned"),
    kind: fc.constantFrom("step", "step", "mark"),
    abandonedAt: fc.constantFrom(null, null, null, now),
  } as const)
  .map(({ hours, ...rest }) => ({ ...rest, createdAt: now - hours * HOUR_MS }));

const history = fc
  .array(checkpoint, { maxLength: 60 })
  .map((all) => all.map((each, i) => sampleCheckpoint({ ...each, id: `chk_${i}` } as Partial<Checkpoint>)))
  .map((all) => all.sort((one, other) => other.createdAt - one.createdAt));

const groupOf = ({ projectId, workflowId, sessionId, worktree }: Checkpoint) =>
  [projectId, ...(workflowId === null ? ["other", sessionId ?? worktree] : ["run", workflowId])].join(" ");
const counts = ({ kind, abandonedAt, retention }: Checkpoint) =>
  kind !== "mark" && abandonedAt === null && retention === "auto";

function decide(all: readonly Checkpoint[]): [Checkpoint, Tier][] {
  const tierOf = createRetentionPolicy(RULES);
  return all.map((each) => [each, tierOf(each)]);
}

/** The rules once more, each from the whole history. */
function expected(each: Checkpoint, all: readonly Checkpoint[]): Tier {
  const newer = all.slice(0, all.indexOf(each));
  const rank = newer.filter((other) => counts(other) && groupOf(other) === groupOf(each)).length;
  const age = now - each.createdAt;
  if (each.retention === "pinned") return "kept";
  const isOver = counts(each) && rank >= (each.workflowId === null ? 4 : 3);
  if (isOver || age > 7 * DAY_MS) return expectedWhenOld(each, newer);
  return counts(each) && rank === 0 && age <= DAY_MS ? "hot" : "warm";
}

function expectedWhenOld(each: Checkpoint, newer: readonly Checkpoint[]): Tier {
  if (now - each.createdAt <= 12 * DAY_MS && isLastOfSession(each, newer)) return "warm";
  return isNewest(each, newer) ? "kept" : "cold";
}

function isNewest({ worktree, abandonedAt }: Checkpoint, newer: readonly Checkpoint[]): boolean {
  return (
    abandonedAt === null && !newer.some((other) => other.worktree === worktree && other.abandonedAt === null)
  );
}

function isLastOfSession(
  { sessionId, workflowId, kind, abandonedAt }: Checkpoint,
  newer: readonly Checkpoint[],
) {
  const isUsed = (one: Pick<Checkpoint, "kind" | "abandonedAt">) =>
    one.kind !== "mark" && one.abandonedAt === null;
  if (sessionId === null || !isUsed({ kind, abandonedAt })) return false;
  const others = newer.filter((other) => isUsed(other) && other.sessionId === sessionId);
  return others.length === 0 || (workflowId === null && others.every((other) => other.workflowId !== null));
}

test("D51 D52 D53 D60 D70: whatever the history, each checkpoint is in the tier that the rules name", () => {
  fc.assert(
    fc.property(history, (all) => {
      for (const [each, tier] of decide(all)) expect(tier, each.id).toBe(expected(each, all));
    }),
    { numRuns: 500 },
  );
});

test("D60: a second prune with the same clock finds nothing more to do", () => {
  fc.assert(
    fc.property(history, (all) => {
      const left = decide(all).flatMap(([each, tier]) => (tier === "cold" ? [] : [each]));
      expect(decide(left).filter(([, tier]) => tier === "cold")).toEqual([]);
    }),
    { numRuns: 500 },
  );
});
