import { randomBytes } from "node:crypto";
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { expect, test, vi } from "vitest";
import { prune } from "../../src/checkpoints/operations/prune.ts";
import { runGitIn, type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

const damages: Record<string, (bytes: Buffer) => Buffer> = {
  empty: () => Buffer.alloc(0),
  "cut off": (bytes) => bytes.subarray(0, bytes.length - 6),
  garbage: () => Buffer.from("garbage"),
  flipped: (bytes) => Buffer.from(bytes.map((byte, at) => (at === bytes.length >> 1 ? byte ^ 0xff : byte))),
};
const kinds = Object.keys(damages);

function storeOf({ ctx }: SnapshotPlace): string {
  const { snapshots } = ctx.paths;
  return join(snapshots, readdirSync(snapshots).find((name) => name.endsWith(".git")) ?? "");
}

/** As a power failure or a bad disk leaves an object of our store. */
function damage(place: SnapshotPlace, revision: string, kind: string): void {
  const store = storeOf(place);
  const id = runGitIn(store, ["rev-parse", revision]).trim();
  const path = join(store, "objects", id.slice(0, 2), id.slice(2));
  chmodSync(path, 0o644);
  writeFileSync(path, damages[kind]?.(readFileSync(path)) ?? "");
}

function newest(place: SnapshotPlace): string {
  const refs = runGitIn(storeOf(place), [
    "for-each-ref",
    "--format=%(refname)",
    "--sort=committerdate",
    "refs/snapshots",
  ]);
  return refs.trim().split("\n").at(-1) ?? "";
}

const LONG = `${"what the agent wrote ".repeat(40)}\n`;

/** Two turns. The second one rewrites `a.txt`, and nothing is done since. */
async function twoTurns(place: SnapshotPlace): Promise<void> {
  const { at, put, clock } = place;
  put("sub/b.txt", "b\n");
  put("a.txt", "first\n");
  await at("prompt", 1);
  put("a.txt", "second\n");
  clock.now += 1_000;
  await at("turn_end", 1);
  await at("prompt", 2);
  put("a.txt", LONG);
  put("sub/b.txt", "changed\n");
  clock.now += 1_000;
  await at("turn_end", 2);
}

test.each(kinds)(
  "what is there is captured again before it is replaced, if it is damaged in the store: %s",
  (kind) =>
    withSnapshots(async (place) => {
      await twoTurns(place);
      damage(place, `${newest(place)}:files/a.txt`, kind);
      const { files, failed } = await place.restore("2");
      expect([files.length, failed]).toEqual([2, []]);
      expect(readFileSync(join(place.project, "a.txt"), "utf8")).toBe("second\n");
      await place.undo();
      expect(readFileSync(join(place.project, "a.txt"), "utf8")).toBe(LONG);
    }),
);

test.each(kinds)(
  "what should come back and is damaged in the store is named, and the rest comes back: %s",
  (kind) =>
    withSnapshots(async (place) => {
      await twoTurns(place);
      const id = place.git("hash-object", "a.txt").trim();
      await place.restore("2");
      damage(place, id, kind);
      const { failed, counts, error } = await place.undo();
      expect(failed.map(({ path }) => path)).toEqual(["a.txt"]);
      expect([counts.changed, error]).toEqual([1, null]);
      expect(readFileSync(join(place.project, "a.txt"), "utf8")).toBe("second\n");
      expect(readFileSync(join(place.project, "sub/b.txt"), "utf8")).toBe("changed\n");
    }),
);

test.each(kinds)("files are captured although the directory of the snapshot before is damaged: %s", (kind) =>
  withSnapshots(async (place) => {
    await twoTurns(place);
    damage(place, `${newest(place)}:files/sub`, kind);
    place.put("sub/b.txt", "third\n");
    await place.at("prompt", 3);
    expect(place.ctx.snapshots.failures()).toEqual([]);
    place.put("sub/b.txt", "fourth\n");
    await place.at("turn_end", 3);
    await place.restore("3");
    expect(readFileSync(join(place.project, "sub/b.txt"), "utf8")).toBe("third\n");
  }),
);

test.each(kinds)("a snapshot that is damaged does not hide the others: %s", (kind) =>
  withSnapshots(async (place) => {
    await twoTurns(place);
    const middle = newest(place);
    place.put("made.txt", "made\n");
    place.clock.now += 1_000;
    await place.at("turn_end", 2);
    damage(place, middle, kind);
    await place.restore("1", { overwrite: true });
    expect(readFileSync(join(place.project, "a.txt"), "utf8")).toBe("first\n");
    expect(existsSync(join(place.project, "made.txt"))).toBe(false);
  }),
);

test("what a restore replaces is on the disk before it is replaced", () =>
  withSnapshots(async (place) => {
    await twoTurns(place);
    const file = join(place.project, "a.txt");
    const handle = await open(file);
    const type = Object.getPrototypeOf(handle);
    await handle.close();
    const { sync } = type;
    const before: string[] = [];
    const spy = vi.spyOn(type, "sync").mockImplementation(function (this: typeof handle) {
      before.push(readFileSync(file, "utf8"));
      return sync.call(this);
    });
    try {
      await place.restore("2");
    } finally {
      spy.mockRestore();
    }
    // The two files, their directories, and the tree and commit of the snapshot, besides earlier ones.
    expect(before.filter((content) => content === LONG).length).toBeGreaterThanOrEqual(6);
    expect(readFileSync(file, "utf8")).toBe("second\n");
  }));

test.each(kinds)("space is given back although a snapshot, a directory and a file are damaged: %s", (kind) =>
  withSnapshots(async (place) => {
    await twoTurns(place);
    const last = newest(place);
    writeFileSync(join(storeOf(place), "refs/snapshots/snp_empty"), "");
    damage(place, `${last}:files/a.txt`, kind);
    damage(place, `${last}:files/sub`, kind);
    damage(place, last, kind);
    place.put("a.txt", "third\n");
    await place.at("turn_end", 2);
    await place.at("prompt", 1, "ses_two");
    place.put("a.txt", "fourth\n");
    place.clock.now += 15 * 86_400_000;
    await place.at("turn_end", 1, "ses_two");
    await prune.call(place.ctx, {});
    expect(runGitIn(storeOf(place), ["count-objects", "-v"])).toMatch(/^count: 0$/m);
    runGitIn(storeOf(place), ["fsck", "--connectivity-only"]);
    place.put("a.txt", "fifth\n");
    await place.at("turn_end", 1, "ses_two");
    expect(place.ctx.snapshots.failures()).toEqual([]);
  }),
);

test.each(kinds)(
  "a turn is taken back although the snapshot of the next one, and what is there now, are damaged: %s",
  (kind) =>
    withSnapshots(async (place) => {
      await twoTurns(place);
      place.put("only.txt", "in the second turn\n");
      place.put("sub/c.txt", "in the second turn\n");
      place.clock.now += 1_000;
      await place.at("turn_end", 2);
      damage(place, `${newest(place)}:files/sub`, kind);
      place.put("sub/c.txt", "later\n");
      const first = await place.restore("1", { dryRun: true });
      expect(first.counts).toMatchObject({ changed: 2, deleted: 0, conflicts: 2 });
      await place.restore("1", { overwrite: true });
      expect(readFileSync(join(place.project, "sub/b.txt"), "utf8")).toBe("b\n");
      expect(existsSync(join(place.project, "sub/c.txt"))).toBe(false);
      await place.undo();
      expect(readFileSync(join(place.project, "sub/c.txt"), "utf8")).toBe("later\n");
    }),
);

test.each(kinds)(
  "a snapshot of which one file is damaged stays, with the others, when space is given back: %s",
  (kind) =>
    withSnapshots(async (place) => {
      const { ctx, clock, at, put, restore } = place;
      put("old.txt", "old\n");
      await at("prompt", 1, "ses_old");
      put("kept.txt", "kept\n");
      put("lost.txt", "lost\n");
      await at("turn_end", 1, "ses_old");
      clock.now += 15 * 86_400_000;
      put("old.txt", null);
      await at("prompt", 1);
      const id = place.git("hash-object", "lost.txt").trim();
      put("kept.txt", null);
      put("lost.txt", null);
      await at("turn_end", 1);
      damage(place, id, kind);
      expect(await prune.call(ctx, {})).toMatchObject({ snapshots: 1 });
      const { failed, files } = await restore("1");
      expect(failed.map(({ path }) => path)).toEqual(["lost.txt"]);
      expect(files.map(({ path }) => path)).toEqual(["kept.txt"]);
      expect(readFileSync(join(place.project, "kept.txt"), "utf8")).toBe("kept\n");
    }),
);

test.each(kinds)(
  "undo brings bytes back although their snapshot was damaged, and removed when space was given back: %s",
  (kind) =>
    withSnapshots(
      async (place) => {
        const { ctx, at, put, restore, undo } = place;
        put("sub/a.txt", "first\n");
        await at("prompt", 1);
        put("sub/a.txt", "second\n");
        await at("turn_end", 1);
        place.clock.now += 1_000;
        await restore("1");
        const { safety } = JSON.parse(readNewestRestore(place));
        damage(place, `refs/snapshots/${safety}:files/sub`, kind);
        for (const turn of [2, 3, 4]) {
          put("noise", randomBytes(700_000));
          await at("turn_end", turn);
        }
        await prune.call(ctx, {});
        await undo();
        expect(readFileSync(join(place.project, "sub/a.txt"), "utf8")).toBe("second\n");
      },
      { settings: { snapshots: { maxProjectBytes: 1_048_576 } } },
    ),
);

test.each(kinds)(
  "after the machine was started again, a file that has not changed since is captured anew: %s",
  (kind) =>
    withSnapshots(async (place) => {
      await twoTurns(place);
      damage(place, `${newest(place)}:files/a.txt`, kind);
      writeFileSync(join(storeOf(place), "holdfast.boot"), "the boot before");
      for (const name of ["HEAD", "config"]) writeFileSync(join(storeOf(place), name), "");
      await place.at("prompt", 3);
      place.put("a.txt", "third\n");
      await place.at("turn_end", 3);
      await place.restore("3");
      expect(readFileSync(join(place.project, "a.txt"), "utf8")).toBe(LONG);
    }),
);

function readNewestRestore(place: SnapshotPlace): string {
  const [worktree = ""] = readdirSync(join(storeOf(place), "holdfast"));
  const directory = join(storeOf(place), "holdfast", worktree, "restores");
  return readFileSync(join(directory, readdirSync(directory).at(-1) ?? ""), "utf8");
}

test("a private index that is cut off anywhere is written anew", () =>
  withSnapshots(async (place) => {
    const { ctx, project, at, put } = place;
    for (let i = 0; i < 60; i++) put(`directory-${i % 4}/some file number ${i}.txt`, `${i}\n`);
    await at("prompt", 1);
    const [own = ""] = readdirSync(join(storeOf(place), "holdfast"));
    const index = join(storeOf(place), "holdfast", own, "index");
    const whole = readFileSync(index);
    for (let length = 0; length < whole.length; length += 211) {
      writeFileSync(index, readFileSync(index).subarray(0, length));
      put("a.txt", `${length}\n`);
      await at("turn_end", length + 1);
      expect(ctx.snapshots.failures(), `${length} bytes`).toEqual([]);
    }
    const list = await ctx.snapshots.read({ projectRoot: project, worktree: project }, (store) =>
      store.list(),
    );
    const names = runGitIn(storeOf(place), ["ls-tree", "-r", "--name-only", list?.at(-1)?.tree ?? ""]);
    expect(names.trim().split("\n")).toHaveLength(61);
  }));
