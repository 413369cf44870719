import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

/** Entries with their flags, and what is wrong with the repository. */
const indexOf = ({ git }: SnapshotPlace) => [
  git("ls-files", "--stage", "-v"),
  git("fsck", "--connectivity-only", "--no-dangling"),
];

async function stagedTurn(place: SnapshotPlace) {
  const { at, put, git } = place;
  for (const name of ["kept", "staged", "removed"]) put(name, `${name}\n`);
  git("add", "kept", "removed");
  git("commit", "-qm", "first");
  git("update-index", "--assume-unchanged", "kept");
  git("add", "staged");
  await at("prompt", 1);
  const person = indexOf(place);
  put("new", "agent\n");
  git("rm", "-q", "removed");
  git("rm", "-q", "--cached", "staged");
  git("add", "new");
  await at("turn_end", 1);
  return { person, agents: indexOf(place) };
}

test("with --index, the git index comes back too, and undo takes it back", () =>
  withSnapshots(async (place) => {
    const { project, restore, undo } = place;
    const { person, agents } = await stagedTurn(place);
    expect(await restore("1", { index: true, dryRun: true })).toMatchObject({ index: true, applied: false });
    expect(indexOf(place)).toEqual(agents);
    expect(await restore("1", { index: true })).toMatchObject({
      index: true,
      ok: true,
      counts: { created: 1 },
    });
    expect(indexOf(place)).toEqual(person);
    expect(await undo()).toMatchObject({ index: true, ok: true });
    expect(indexOf(place)).toEqual(agents);
    expect(existsSync(join(project, "removed"))).toBe(false);
  }));

test("the index comes back after git has deleted its objects", () =>
  withSnapshots(async (place) => {
    const { git, put, restore } = place;
    await stagedTurn(place);
    put("staged", null);
    git("reset", "-q", "--hard");
    git("reflog", "expire", "--expire=now", "--all");
    git("gc", "-q", "--prune=now");
    expect(await restore("1", { index: true, overwrite: true })).toMatchObject({ index: true, ok: true });
    expect(git("show", ":staged")).toBe("staged\n");
    expect(git("ls-files").split("\n")).toEqual(["kept", "removed", "staged", ""]);
  }));

test("what was only staged between two turns comes back", () =>
  withSnapshots(async (place) => {
    const { at, put, git, restore } = place;
    put("a", "a\n");
    await at("prompt", 1);
    await at("turn_end", 1);
    git("add", "a");
    await at("prompt", 2);
    git("rm", "-q", "--cached", "a");
    await at("turn_end", 2);
    expect(await restore("2", { index: true })).toMatchObject({ index: true, files: [], ok: true });
    expect(git("diff", "--cached", "--name-only")).toBe("a\n");
  }));

test("a locked index stays as it is, and the files come back all the same", () =>
  withSnapshots(async (place) => {
    const { project, put, restore } = place;
    const { agents } = await stagedTurn(place);
    put(".git/index.lock", "held\n");
    expect(await restore("1", { index: true })).toMatchObject({
      index: false,
      ok: false,
      failed: [{ path: ".git/index", reason: expect.stringContaining("another git process has locked it") }],
    });
    expect(readFileSync(join(project, "removed"), "utf8")).toBe("removed\n");
    expect(readFileSync(join(project, ".git/index.lock"), "utf8")).toBe("held\n");
    put(".git/index.lock", null);
    expect(indexOf(place)).toEqual(agents);
  }));

test("an index that changed after the restore is kept by undo", () =>
  withSnapshots(async (place) => {
    const { put, git, restore, undo } = place;
    await stagedTurn(place);
    await restore("1", { index: true });
    put("mine", "a person's\n");
    git("add", "mine");
    const mine = indexOf(place);
    expect(await undo()).toMatchObject({ index: false, conflicts: [{ path: ".git/index" }] });
    expect(indexOf(place)).toEqual(mine);
  }));

test("the index is never brought back in parts", () =>
  withSnapshots(async (place) => {
    const { restore } = place;
    await stagedTurn(place);
    await expect(restore("1", { index: true, paths: ["new"] })).rejects.toMatchObject({
      code: "invalid_input",
    });
  }));

test("in a directory without Git, --index says that there is no index", () =>
  withSnapshots(
    async ({ at, put, restore }) => {
      put("a", "a\n");
      await at("prompt", 1);
      put("a", null);
      await at("turn_end", 1);
      expect(await restore("1", { index: true })).toMatchObject({
        counts: { created: 1 },
        failed: [{ path: ".git/index", reason: "the snapshot has no index" }],
      });
    },
    { git: false },
  ));

test("entries that change keep their flags, and so do those of a sparse index", () =>
  withSnapshots(async (place) => {
    const { at, put, git, restore } = place;
    for (const name of ["a/skipped", "a/assumed", "a/plain", "b/left-out"]) put(name, `${name}\n`);
    git("add", ".");
    git("commit", "-qm", "first");
    git("sparse-checkout", "set", "--cone", "--sparse-index", "a");
    git("update-index", "--skip-worktree", "a/skipped");
    git("update-index", "--assume-unchanged", "a/assumed");
    const flagsOf = () => git("ls-files", "--sparse", "-v", "--stage");
    await at("prompt", 1);
    const person = flagsOf();
    const other = git("rev-parse", "HEAD:a/plain").trim();
    for (const name of ["a/skipped", "a/assumed"])
      git("update-index", "--cacheinfo", `100644,${other},${name}`);
    git("update-index", "--skip-worktree", "a/skipped");
    git("update-index", "--assume-unchanged", "a/assumed");
    await at("turn_end", 1);
    expect(flagsOf()).not.toBe(person);
    expect(await restore("1", { index: true })).toMatchObject({ index: true, ok: true });
    git("status");
    expect(flagsOf()).toBe(person);
  }));

test("a sparse index with intended files stays as it is, since git could not read it", () =>
  withSnapshots(async (place) => {
    const { at, put, git, restore } = place;
    for (const name of ["a/file", "b/left-out"]) put(name, `${name}\n`);
    git("add", ".");
    git("commit", "-qm", "first");
    git("sparse-checkout", "set", "--cone", "--sparse-index", "a");
    put("a/intended", "new\n");
    git("add", "--intent-to-add", "a/intended");
    await at("prompt", 1);
    put("a/file", "agent\n");
    git("add", "a/file");
    await at("turn_end", 1);
    expect(await restore("1", { index: true })).toMatchObject({
      index: false,
      counts: { changed: 1 },
      failed: [{ path: ".git/index", reason: expect.stringContaining("it stays as it is") }],
    });
    expect(git("status", "--short")).toBe("MM a/file\n A a/intended\n");
  }));

test("where nothing had ever been staged, nothing is staged again", () =>
  withSnapshots(async (place) => {
    const { at, put, git, restore, undo } = place;
    put("mine", "a person's\n");
    await at("prompt", 1);
    put("new", "agent\n");
    git("add", ".");
    await at("turn_end", 1);
    expect(await restore("1", { index: true })).toMatchObject({ index: true, ok: true, failed: [] });
    expect(git("status", "--short")).toBe("?? mine\n");
    expect(await undo()).toMatchObject({ index: true, ok: true });
    expect(git("status", "--short")).toBe("A  mine\nA  new\n");
  }));

test("an index that was deleted comes back", () =>
  withSnapshots(async (place) => {
    const { at, put, git, restore } = place;
    put("mine", "a person's\n");
    git("add", "mine");
    await at("prompt", 1);
    const before = indexOf(place);
    put(".git/index", null);
    await at("turn_end", 1);
    expect(await restore("1", { index: true })).toMatchObject({ index: true, ok: true });
    expect(indexOf(place)).toEqual(before);
  }));

test("conflicts in the index do not come back, and the plan says so", () =>
  withSnapshots(async (place) => {
    const { project, at, put, git, restore } = place;
    put("a", "first\n");
    git("add", "a");
    git("commit", "-qm", "first");
    git("checkout", "-qb", "other");
    put("a", "other\n");
    git("commit", "-qam", "other");
    git("checkout", "-q", "-");
    put("a", "own\n");
    git("commit", "-qam", "own");
    expect(() => git("merge", "-q", "other")).toThrow("merge");
    const markers = readFileSync(join(project, "a"), "utf8");
    await at("prompt", 1);
    put("a", "agent\n");
    git("add", "a");
    await at("turn_end", 1);
    expect(await restore("1", { index: true })).toMatchObject({
      ok: false,
      counts: { changed: 1 },
      failed: [
        { path: ".git/index", reason: expect.stringContaining("does not have it: an index with conflicts") },
      ],
    });
    expect(readFileSync(join(project, "a"), "utf8")).toBe(markers);
  }));
