import { createHash } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { describeSnapshots } from "../../src/setup/check-snapshots.ts";
import { changes } from "../../src/snapshots/operations/changes.ts";
import { runGitIn, type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

const REPAIR = "`rm .git/index && git reset` creates a new one";

const damages: Record<string, (index: Buffer) => Buffer> = {
  empty: () => Buffer.alloc(0),
  "cut off": (index) => index.subarray(0, index.length - 40),
  "filled with zeros": (index) => Buffer.alloc(index.length),
  "of a version that git does not know": (index) => withChecksum(index, (bytes) => bytes.writeUInt32BE(9, 4)),
  "wrong about its number of entries": (index) =>
    withChecksum(index, (bytes) => bytes.writeUInt32BE(0xff000000, 8)),
};

function withChecksum(index: Buffer, change: (bytes: Buffer) => void): Buffer {
  const bytes = Buffer.from(index.subarray(0, -20));
  change(bytes);
  return Buffer.concat([bytes, createHash("sha1").update(bytes).digest()]);
}

function damage({ project, put }: SnapshotPlace, how = "empty"): Buffer {
  const good = readFileSync(join(project, ".git/index"));
  const change = damages[how];
  if (change) put(".git/index", change(good));
  return good;
}

function textOf({ project }: SnapshotPlace, path: string): string | null {
  const full = join(project, path);
  return existsSync(full) ? readFileSync(full, "utf8") : null;
}

function repair({ git, put }: SnapshotPlace): void {
  put(".git/index", null);
  git("reset", "-q");
}

function firstCommit({ put, git }: SnapshotPlace, files: Record<string, string>): void {
  for (const [path, content] of Object.entries(files)) put(path, content);
  git("add", "-f", ...Object.keys(files));
  git("commit", "-qm", "first");
}

test.each(Object.keys(damages))("files are captured and come back while the git index is %s", (how) =>
  withSnapshots(async (place) => {
    const { ctx, at, put, restore, undo } = place;
    firstCommit(place, { a: "1\n", b: "2\n" });
    await at("prompt", 1);
    put("a", "agent\n");
    put("b", null);
    damage(place, how);
    await at("turn_end", 1);
    await at("prompt", 2);
    put("a", "agent again\n");
    await at("turn_end", 2);
    const shown = await changes.call(ctx, {});
    expect(shown).toMatchObject({ problems: [], note: expect.stringContaining(REPAIR) });
    expect(shown.turns.map(({ files }) => files.map(({ path }) => path))).toEqual([["a", "b"], ["a"]]);
    expect(await describeSnapshots(ctx)).toEqual([expect.stringContaining(REPAIR)]);
    expect(await restore("2")).toMatchObject({ ok: true, note: expect.stringContaining(REPAIR) });
    expect(textOf(place, "a")).toBe("agent\n");
    expect(await restore("1")).toMatchObject({ ok: true, conflicts: [], untouched: [] });
    expect([textOf(place, "a"), textOf(place, "b")]).toEqual(["1\n", "2\n"]);
    expect(await undo()).toMatchObject({ ok: true, conflicts: [] });
    expect([textOf(place, "a"), textOf(place, "b")]).toEqual(["agent\n", null]);
    repair(place);
    expect(await restore("1")).toMatchObject({ ok: true, note: null });
  }),
);

test("a tracked file that the rules exclude comes back while the index is damaged", () =>
  withSnapshots(async (place) => {
    const { at, put, restore } = place;
    firstCommit(place, { ".gitignore": "*.key\n", "my.key": "1\n" });
    await at("prompt", 1);
    damage(place);
    put("my.key", "agent\n");
    put("other.key", "ignored\n");
    await at("turn_end", 1);
    expect(await restore("1")).toMatchObject({ counts: { changed: 1, deleted: 0 }, untouched: [] });
    expect([textOf(place, "my.key"), textOf(place, "other.key")]).toEqual(["1\n", "ignored\n"]);
  }));

test("what was tracked but unknown when the index was damaged stays in a restore to that moment", () =>
  withSnapshots(
    async (place) => {
      const { at, put, restore } = place;
      const large = "x".repeat(2_000);
      firstCommit(place, { ".gitignore": "*.key\n", "my.key": "1\n", large, a: "1\n" });
      const good = damage(place);
      await at("prompt", 1);
      put(".git/index", good);
      put("a", "agent\n");
      await at("turn_end", 1);
      expect(await restore("1")).toMatchObject({
        counts: { changed: 1, deleted: 0 },
        untouched: expect.arrayContaining([
          { path: "large", reason: "the snapshot did not cover it" },
          { path: "my.key", reason: "it was ignored then, so it may be older" },
        ]),
      });
      expect([textOf(place, "my.key"), textOf(place, "large")]).toEqual(["1\n", large]);
    },
    { settings: { snapshots: { maxFileBytes: 1_024 } } },
  ));

test("a large file counts as tracked as long as the index is damaged, and another one does not", () =>
  withSnapshots(
    async (place) => {
      const { at, put, restore } = place;
      const large = "x".repeat(2_000);
      firstCommit(place, { tracked: large });
      put("log", "short\n");
      await at("prompt", 1);
      damage(place);
      put("tracked", `${large}changed`);
      put("log", large);
      await at("turn_end", 1);
      expect(await restore("1")).toMatchObject({
        counts: { changed: 1 },
        untouched: [{ path: "log", reason: "an untracked file that is too large" }],
      });
      expect([textOf(place, "tracked"), textOf(place, "log")]).toEqual([large, large]);
    },
    { settings: { snapshots: { maxFileBytes: 1_024 } } },
  ));

test("tracked files do not count as untracked ones while the index is damaged", () =>
  withSnapshots(
    async (place) => {
      const { at, put, restore } = place;
      firstCommit(place, Object.fromEntries(Array.from({ length: 101 }, (_, i) => [`f${i}`, "1\n"])));
      await at("prompt", 1);
      damage(place);
      put("f1", "agent\n");
      await at("turn_end", 1);
      expect(await restore("1")).toMatchObject({ ok: true, counts: { changed: 1 } });
    },
    { settings: { snapshots: { maxFiles: 100 } } },
  ));

test("--index says how to repair the index first, and brings back what was staged then", () =>
  withSnapshots(async (place) => {
    const { at, put, git, restore } = place;
    firstCommit(place, { a: "1\n" });
    put("staged", "person\n");
    git("add", "staged");
    await at("prompt", 1);
    damage(place);
    put("a", "agent\n");
    await at("turn_end", 1);
    expect(await restore("1", { index: true })).toMatchObject({
      index: false,
      failed: [{ path: ".git/index", reason: expect.stringContaining(REPAIR) }],
    });
    expect(textOf(place, "a")).toBe("1\n");
    repair(place);
    expect(git("status", "--short")).toBe("?? staged\n");
    expect(await restore("1", { index: true })).toMatchObject({ index: true, ok: true });
    expect(git("status", "--short")).toBe("A  staged\n");
  }));

test("in a linked worktree, the note has a command that finds the index", () =>
  withSnapshots(async (place) => {
    const { ctx, root, git, at } = place;
    firstCommit(place, { a: "1\n" });
    const linked = join(root, "linked");
    git("worktree", "add", "-q", linked);
    writeFileSync(join(place.project, ".git/worktrees/linked/index"), "");
    await at("prompt", 1, "ses_one", linked);
    const there = { ...ctx, caller: { ...ctx.caller, cwd: linked } };
    const [command = ""] = /`(.*)`/.exec((await changes.call(there, {})).note ?? "")?.slice(1) ?? [];
    expect(command).toContain("git rev-parse");
    expect(() => runGitIn(linked, ["status"])).toThrow("index file");
    rmSync(runGitIn(linked, ["rev-parse", "--path-format=absolute", "--git-path", "index"]).trim());
    runGitIn(linked, ["reset", "-q"]);
    expect((await changes.call(there, {})).note).toBeNull();
  }));

test("a directory in the place of the index is none", () =>
  withSnapshots(async (place) => {
    const { at, put, project, restore } = place;
    firstCommit(place, { ".gitignore": "*.key\n", "my.key": "1\n", a: "1\n" });
    await at("prompt", 1);
    put(".git/index", null);
    mkdirSync(join(project, ".git/index"));
    put("a", "agent\n");
    put("my.key", "agent\n");
    await at("turn_end", 1);
    expect(await restore("1")).toMatchObject({ untouched: [{ path: "my.key", reason: "ignored" }] });
    expect(textOf(place, "a")).toBe("1\n");
  }));
