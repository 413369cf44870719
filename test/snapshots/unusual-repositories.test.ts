import { chmodSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { restore } from "../../src/restore/operations/restore.ts";
import { runGitIn, type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

const text = (path: string) => readFileSync(path, "utf8");

test("names that git refuses are listed as not covered, and stay", () =>
  withSnapshots(async ({ project, at, put, restore }) => {
    put("a.txt", "before\n");
    put("git~1", "mine\n");
    put(".GIT/config", "mine\n");
    symlinkSync("a.txt", join(project, ".gitmodules"));
    await at("prompt", 1);
    put("a.txt", "after\n");
    await at("turn_end", 1);
    const reason = "git does not accept its name";
    const { uncovered } = await restore("1");
    expect(uncovered).toEqual([".GIT/config", ".gitmodules", "git~1"].map((path) => ({ path, reason })));
    expect(text(join(project, "a.txt"))).toBe("before\n");
    expect(text(join(project, "git~1"))).toBe("mine\n");
  }));

test.each([
  ["empty", () => ""],
  ["garbage", () => "garbage"],
  ["cut off", (bytes: Buffer) => bytes.subarray(0, bytes.length - 4)],
])("a file whose object in the user's repository is damaged is captured all the same: %s", (_, damage) =>
  withSnapshots(async ({ project, at, put, git, restore }) => {
    put("a.txt", "first\n");
    git("add", ".");
    git("commit", "-qm", "first");
    await at("prompt", 1);
    const content = `${"long enough to be cut off ".repeat(40)}\n`;
    put("a.txt", content);
    put("b.txt", content.toUpperCase());
    git("add", ".");
    for (const path of ["a.txt", "b.txt"]) {
      const id = git("hash-object", path).trim();
      const object = join(project, ".git/objects", id.slice(0, 2), id.slice(2));
      chmodSync(object, 0o644);
      writeFileSync(object, damage(readFileSync(object)));
    }
    await at("prompt", 2);
    put("a.txt", null);
    put("b.txt", "last\n");
    await at("turn_end", 2);
    await restore("2");
    expect(text(join(project, "a.txt"))).toBe(content);
    expect(text(join(project, "b.txt"))).toBe(content.toUpperCase());
  }),
);

test("a repository that a turn replaces by one of the other object format is captured", () =>
  withSnapshots(async ({ project, at, put, git, restore }) => {
    put("a.txt", "first\n");
    git("add", ".");
    git("commit", "-qm", "first");
    await at("prompt", 1);
    rmSync(join(project, ".git"), { recursive: true });
    git("init", "-q", "--object-format=sha256");
    put("a.txt", "second\n");
    git("add", ".");
    await at("turn_end", 1);
    await at("prompt", 2);
    put("a.txt", "third\n");
    await at("turn_end", 2);
    await restore("2");
    expect(text(join(project, "a.txt"))).toBe("second\n");
  }));

test("files are captured if the state directory is inside the worktree, and its own are not", () =>
  withSnapshots(
    async ({ project, at, put, restore }) => {
      put("a.txt", "before\n");
      await at("prompt", 1);
      put("a.txt", "after\n");
      put("made.txt", "made\n");
      await at("turn_end", 1);
      const { files, uncovered } = await restore("1");
      expect(files.map(({ path }) => path)).toEqual(["made.txt", "a.txt"]);
      expect(uncovered).toEqual([]);
      expect(text(join(project, "a.txt"))).toBe("before\n");
    },
    { env: (root) => ({ HOLDFAST_HOME: join(root, "project/.holdfast-state") }) },
  ));

test.each([
  ["beside the repository", ({ root }: SnapshotPlace) => join(root, "linked"), false],
  [
    "inside the repository, after git init",
    ({ project }: SnapshotPlace) => join(project, ".trees/linked"),
    true,
  ],
])("a turn that deletes the .git of a linked worktree is taken back: %s", (_, pathIn, begins) =>
  withSnapshots(async (place) => {
    const { root, at, put, git, open } = place;
    put("a.txt", "first\n");
    put(".gitignore", ".trees\n");
    git("add", ".");
    git("commit", "-qm", "first");
    const linked = pathIn(place);
    git("worktree", "add", "-q", linked);
    await at("prompt", 1, "ses_one", linked);
    for (const name of [".git", "a.txt"]) rmSync(join(linked, name));
    await at("turn_end", 1, "ses_one", linked);
    if (begins) runGitIn(linked, ["init", "-q"]);
    const ctx = await open(
      { cwd: linked },
      { env: { PATH: process.env["PATH"], HOLDFAST_HOME: join(root, "state") } },
    );
    await restore.call(ctx, { target: "1", yes: true });
    expect(text(join(linked, "a.txt"))).toBe("first\n");
  }),
);

test("renaming a directory whose captures are in the store of a repository leaves that store where it is", () =>
  withSnapshots(async ({ root, project, ctx, at, put, git, restore }) => {
    put("a.txt", "first\n");
    git("add", ".");
    git("commit", "-qm", "first");
    const linked = join(root, "linked");
    git("worktree", "add", "-q", linked);
    await at("prompt", 1, "ses_linked", linked);
    rmSync(join(linked, ".git"));
    await at("prompt", 1);
    put("a.txt", "second\n");
    await at("turn_end", 1);
    await ctx.snapshots.moveProject({ from: linked, to: join(root, "renamed") });
    await restore("1");
    expect(text(join(project, "a.txt"))).toBe("first\n");
  }));
