import { expect, test } from "vitest";
import { doctor } from "../../src/setup/operations/doctor.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

const CHECK = "files are captured";

async function findingsOf({ ctx }: SnapshotPlace) {
  const { findings } = await doctor.call(ctx, {});
  const facts = findings.map(({ check }) => check).filter((check) => check.includes("snapshot"));
  return { check: findings.find(({ check }) => check === CHECK), facts };
}

test("doctor shows the newest snapshot, what it does not cover, and the space used", () =>
  withSnapshots(
    async (place) => {
      expect((await findingsOf(place)).check).toMatchObject({
        ok: true,
        skipped: "nothing was captured here yet",
      });
      place.put("big.bin", Buffer.alloc(2_000_000, 1));
      place.put("a.txt", "one\n");
      await place.at("prompt");
      const { check, facts } = await findingsOf(place);
      expect(check).toEqual({ check: CHECK, ok: true, advice: "" });
      expect(facts).toEqual([
        expect.stringMatching(
          /^1 snapshot of the files here, the newest of 2026-11-21 12:00 UTC; not covered: big\.bin \(.+\); all projects use \d+\.\d MB$/,
        ),
      ]);
    },
    { settings: { snapshots: { maxFileBytes: 1_048_576 } } },
  ));

test("doctor says why the newest files were not captured, until they are", () =>
  withSnapshots(async (place) => {
    const { ctx, project, at } = place;
    await at("prompt");
    const who = { session: null, turn: null, checkpoint: null };
    ctx.snapshots.recordFailure({
      ...who,
      at: ctx.clock(),
      worktree: project,
      reason: "git add failed: disk full",
    });
    const { check } = await findingsOf(place);
    expect(check).toMatchObject({ ok: false, advice: expect.stringContaining("git add failed: disk full") });
    await at("session_end");
    expect((await findingsOf(place)).check).toMatchObject({ ok: true });
  }));
