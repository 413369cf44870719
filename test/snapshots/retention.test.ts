import { randomBytes } from "node:crypto";
import { mkdirSync, readdirSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { findExpiredSnapshots, findNamedSnapshots } from "../../src/checkpoints/expired-snapshots.ts";
import { prune } from "../../src/checkpoints/operations/prune.ts";
import { DEFAULT_CONFIG } from "../../src/kernel/config/default-config.ts";
import type { Snapshot } from "../../src/kernel/snapshot.ts";
import { runCommand } from "../support/run-cli.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

const DAY_MS = 86_400_000;

type Made = Partial<Pick<Snapshot, "name" | "session" | "worktree" | "checkpoint" | "turns" | "previous">>;

function at(id: string, days: number, more: Made = {}) {
  const rest = {
    name: null,
    checkpoint: null,
    turns: [],
    previous: null,
    session: "ses_one",
    worktree: "/a",
  };
  return { id, createdAt: days * DAY_MS, ...rest, ...more };
}

function findExpired(
  snapshots: ReturnType<typeof at>[],
  rules: Parameters<typeof findExpiredSnapshots>[1],
  times: { now: number; newestAt: number },
) {
  return findExpiredSnapshots(snapshots, rules, { ...times, named: findNamedSnapshots(snapshots, []) });
}

test("snapshots expire by age and number; named ones and the newest of a worktree stay", () => {
  const rules = { ...DEFAULT_CONFIG.snapshots, retentionDays: 2, maxPerSession: 2 };
  const snapshots = [
    at("old", 1, { session: "ses_old" }),
    at("named", 1, { session: "ses_old", name: "kept" }),
    at("alone", 1, { session: "ses_alone", worktree: "/b" }),
    at("extra", 9),
    at("x", 10),
    at("y", 10),
  ];
  const times = { now: 10 * DAY_MS, newestAt: 10 * DAY_MS };
  expect(findExpired(snapshots, rules, times).toSorted()).toEqual(["extra", "old"]);
});

test("R-D12: a clock that jumped ahead by months makes no fresh snapshot expire", () => {
  const rules = { ...DEFAULT_CONFIG.snapshots, retentionDays: 14 };
  const now = 500 * DAY_MS;
  const fresh = [
    at("old", 80, { session: "ses_old" }),
    at("yesterday", 99, { session: "ses_other" }),
    at("today", 100),
  ];
  expect(findExpired(fresh, rules, { now, newestAt: 100 * DAY_MS })).toEqual(["old"]);
  // Also if the last session goes on after that.
  const later = [at("morning", 100), at("noon", 100), at("jumped", 500)];
  expect(findExpired(later, rules, { now, newestAt: now })).toEqual([]);
});

test("R-D12: snapshots of a time when the clock was ahead do not displace those that came after them", () => {
  const rules = { ...DEFAULT_CONFIG.snapshots, retentionDays: 14, maxPerSession: 3 };
  const times = { now: 100 * DAY_MS, newestAt: 402 * DAY_MS };
  const snapshots = [at("x", 98), at("y", 99), at("future1", 400), at("future2", 401), at("future3", 402)];
  // The newest one of then may have what no other one has.
  expect(findExpired(snapshots, rules, times)).toEqual(["future1", "future2"]);
});

test("deleted snapshots give their bytes back, and those that are left can be restored", () =>
  withSnapshots(async ({ root, ctx, clock, at, put, git, restore }) => {
    put("kept.txt", "kept\n");
    git("add", ".");
    git("commit", "-qm", "first");
    git("gc", "-q");
    await at("prompt", 1);
    for (let i = 0; i < 5; i++) {
      put("large.bin", Buffer.from(Array.from({ length: 200_000 }, (_, n) => (n * n * (i + 7)) % 251)));
      put(`noise-${i}`, `${Math.sin(i)}\n`.repeat(5_000));
      await at("turn_end", 1);
    }
    clock.now += 30 * DAY_MS;
    await at("prompt", 2, "ses_two");
    put("kept.txt", null);
    for (let i = 0; i < 5; i++) put(`noise-${i}`, null);
    put("large.bin", null);
    await at("turn_end", 2, "ses_two");
    const before = sizeOf(join(root, "state/snapshots"));
    await prune.call(ctx, {});
    expect(sizeOf(join(root, "state/snapshots"))).toBeLessThan(before);
    // The files of before turn 2 were the newest snapshot of its time, which has expired: nothing else may break.
    put("again.txt", "again\n");
    await at("prompt", 3, "ses_two");
    put("again.txt", null);
    await at("turn_end", 3, "ses_two");
    expect(await restore("3")).toMatchObject({ counts: { created: 1 } });
  }));

test("prune says how many snapshots it deleted, and how much space that gave back", () =>
  withSnapshots(async (place) => {
    const { clock, at, put } = place;
    for (const turn of [1, 2, 3]) {
      put("noise", randomBytes(100_000));
      await at("turn_end", turn);
    }
    clock.now += 30 * DAY_MS;
    put("noise", null);
    await at("turn_end", 1, "ses_two");
    const open = () => place.open({}, { env: { PATH: process.env["PATH"] } });
    const { out } = await runCommand(place, ["prune"], { open });
    expect(out).toMatch(/^Deleted 2 snapshots of files \(20\d(\.\d)? kB\)\.\n$/);
    expect((await runCommand(place, ["prune"], { open })).out).toBe("Nothing to prune.\n");
  }));

test("a project whose files are being captured does not keep those of others from being pruned", () =>
  withSnapshots(async ({ root, ctx, clock, at, put, project }) => {
    const other = join(root, "other");
    mkdirSync(other);
    for (const turn of [1, 2]) {
      put("a.txt", `${turn}\n`);
      await at("turn_end", turn);
      writeFileSync(join(other, "a.txt"), `${turn}\n`);
      await at("turn_end", turn, "ses_other", other);
    }
    clock.now += 30 * DAY_MS;
    put("a.txt", "3\n");
    await at("turn_end", 1, "ses_third");
    writeFileSync(join(other, "a.txt"), "3\n");
    await at("turn_end", 1, "ses_third", other);
    for (const busy of [project, other])
      await ctx.snapshots.use(await ctx.workspace.locate(busy), async () => {
        expect(await prune.call(ctx, {})).toMatchObject({ snapshots: 1 });
      });
  }));

test("R-D12: prune after the clock jumped deletes nothing that was captured just before", () =>
  withSnapshots(async ({ ctx, clock, at, put, restore, undo }) => {
    put("a.txt", "one\n");
    await at("prompt", 1, "ses_other");
    put("a.txt", "two\n");
    await at("turn_end", 1, "ses_other");
    await at("prompt", 1);
    put("a.txt", "three\n");
    await at("turn_end", 1);
    clock.now += 200 * DAY_MS;
    expect(await prune.call(ctx, {})).toMatchObject({ snapshots: 0 });
    // The clock is still wrong, and the session goes on.
    await at("prompt", 2);
    put("a.txt", "four\n");
    await at("turn_end", 2);
    await prune.call(ctx, {});
    expect(await restore("1")).toMatchObject({ counts: { changed: 1 } });
    await prune.call(ctx, {});
    expect(await undo()).toMatchObject({ ok: true, counts: { changed: 1 } });
  }));

test("R-D12: what was captured after the clock was corrected stays in a project that is too large", () =>
  withSnapshots(
    async ({ ctx, clock, at, put, restore }) => {
      clock.now += 200 * DAY_MS;
      for (let turn = 1; turn < 6; turn++) {
        put("noise", randomBytes(700_000));
        await at("turn_end", turn);
      }
      clock.now -= 200 * DAY_MS;
      put("noise", null);
      put("own.txt", "only here\n");
      await at("prompt", 6);
      put("own.txt", null);
      await at("turn_end", 6);
      await prune.call(ctx, {});
      expect(await restore("6")).toMatchObject({ counts: { created: 1 } });
    },
    { settings: { snapshots: { maxProjectBytes: 1_048_576 } } },
  ));

test("of a project that is too large, the newest snapshot of each worktree stays", () =>
  withSnapshots(
    async ({ root, ctx, project, at, put, git, restore }) => {
      put("a.txt", "a\n");
      git("add", ".");
      git("commit", "-qm", "first");
      git("worktree", "add", "-q", join(root, "linked"));
      put("own.txt", "only here\n");
      await at("prompt", 1);
      const linked = { worktree: join(root, "linked"), session: "ses_other" };
      for (let turn = 0; turn < 6; turn++) {
        writeFileSync(join(root, "linked", "noise"), randomBytes(700_000));
        await at("turn_end", turn, linked.session, linked.worktree);
      }
      await prune.call(ctx, {});
      const idsOf = async (worktree: string) => {
        const place = await ctx.workspace.locate(worktree);
        return (await ctx.snapshots.read(place, (store) => store.list()))?.map(({ turn }) => turn);
      };
      expect(await idsOf(linked.worktree)).toEqual([5]);
      expect(await idsOf(project)).toEqual([1]);
      await at("prompt", 2);
      put("own.txt", null);
      await at("turn_end", 2);
      expect(await restore("2", { session: "ses_one" })).toMatchObject({ counts: { created: 1 } });
    },
    { settings: { snapshots: { maxProjectBytes: 1_048_576 } } },
  ));

test("a restore says that snapshots from before the turn were deleted", () =>
  withSnapshots(async (place) => {
    const { at, put, restore } = place;
    for (const turn of [1, 2]) {
      put("a.txt", `by hand ${turn}\n`);
      await at("prompt", turn);
      put("a.txt", `by the agent ${turn}\n`);
      await at("turn_end", turn);
    }
    expect(await restore("2", { dryRun: true })).toMatchObject({ note: null });
    await removeSnapshots(place, ({ moment, turn }) => moment === "prompt" && turn === 2);
    expect(await restore("2", { dryRun: true })).toMatchObject({
      note: expect.stringContaining("were deleted"),
      conflicts: [{ path: "a.txt" }],
    });
  }));

test.each([false, true])(
  "what is left of a turn is never what was there before it, with an older snapshot: %s",
  (hasOlder) =>
    withSnapshots(async (place) => {
      const { at, put, restore } = place;
      put("a.txt", "first\n");
      await at("save", 1, "ses_other");
      for (const turn of [1, 2, 3]) {
        put("a.txt", `by hand ${turn}\n`);
        await at("prompt", turn);
        put("a.txt", `by the agent ${turn}\n`);
        await at("turn_end", turn);
        await at("save", turn);
      }
      await removeSnapshots(place, ({ moment, turn, session }) =>
        session === "ses_other" ? !hasOlder : moment !== "save" || turn === 1,
      );
      await at("prompt", 4);
      const second = restore("2", { dryRun: true, session: "ses_one" });
      if (hasOlder) expect(await second).toMatchObject({ note: expect.stringContaining("were deleted") });
      else
        await expect(second).rejects.toThrow(
          "The files from before turn 2 of session ses_one were not captured here.",
        );
    }),
);

test("the own snapshot of a prompt is from immediately before its turn, whatever else was deleted", () =>
  withSnapshots(async (place) => {
    const { at, put, restore } = place;
    put("a.txt", "first\n");
    await at("prompt", 1);
    for (const text of ["second\n", "third\n"]) {
      put("a.txt", text);
      await at("during_turn", 1);
    }
    await removeSnapshots(place, ({ previous }, index) => previous !== null && index === 1);
    expect(await restore("1", { dryRun: true })).toMatchObject({ note: null });
  }));

async function removeSnapshots(
  { ctx, project }: SnapshotPlace,
  isRemoved: (snapshot: Snapshot, index: number) => boolean,
): Promise<void> {
  const place = await ctx.workspace.locate(project);
  await ctx.snapshots.use(place, async (store) => {
    await store.remove((await store.list()).filter(isRemoved).map(({ id }) => id));
  });
}

function sizeOf(directory: string): number {
  return readdirSync(directory, { recursive: true, encoding: "utf8" })
    .map((name) => statSync(join(directory, name)))
    .reduce((sum, stat) => sum + (stat.isFile() && stat.nlink === 1 ? stat.size : 0), 0);
}

test("the files of a checkpoint that was named later are kept as well", () => {
  const named = findNamedSnapshots(
    [at("a", 1, { checkpoint: "chk_a" }), at("b", 1, { checkpoint: "chk_b" }), at("c", 1, { name: "c" })],
    [
      { id: "chk_a", name: "good" },
      { id: "chk_b", name: null },
    ],
  );
  expect([...named]).toEqual(["a", "c"]);
});
