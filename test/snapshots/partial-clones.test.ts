import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { prune } from "../../src/checkpoints/operations/prune.ts";
import { runGitIn, type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

/** A sparse clone that has two commits, but none of the files that it leaves out. Its source is gone. */
const inPartialClone = (work: (place: SnapshotPlace) => Promise<void>) =>
  withSnapshots(
    async (place) => {
      const { root, git, put } = place;
      const source = join(root, "source");
      mkdirSync(source);
      const inSource = (...args: string[]) => runGitIn(source, args);
      inSource("init", "-q", "-b", "main");
      inSource("config", "uploadpack.allowFilter", "true");
      const commit = (name: string, files: readonly string[]) => {
        for (const file of files) {
          mkdirSync(join(source, file, ".."), { recursive: true });
          inSource("config", "--file", file, "test.name", name);
        }
        inSource("add", ".");
        inSource("commit", "-qm", name);
      };
      commit("first", ["in/file", "out/file", "top"]);
      inSource("branch", "old");
      commit("second", ["out/file", "out/more"]);
      git("clone", "-q", "--filter=blob:none", "--sparse", `file://${source}`, ".");
      git("sparse-checkout", "set", "in");
      git("branch", "-q", "old", "origin/old");
      renameSync(source, `${source}.gone`);
      put("in/notes", "a person's\n");
      await work(place);
    },
    { git: false },
  );

const flagsOf = ({ git }: SnapshotPlace) => git("ls-files", "-v", "--stage");

test("files are captured and come back although the clone never fetched what it leaves out", () =>
  inPartialClone(async ({ project, ctx, at, put, restore, undo }) => {
    await at("prompt", 1);
    for (const path of ["in/notes", "top"]) put(path, null);
    await at("turn_end", 1);
    expect(ctx.snapshots.failures()).toEqual([]);
    expect(await restore("1")).toMatchObject({ ok: true, counts: { created: 2, deleted: 0 } });
    expect(readFileSync(join(project, "in/notes"), "utf8")).toBe("a person's\n");
    expect(existsSync(join(project, "out"))).toBe(false);
    expect(await undo()).toMatchObject({ ok: true });
    expect(existsSync(join(project, "in/notes"))).toBe(false);
  }));

test("the index comes back with what it leaves out, and nothing is fetched", () =>
  inPartialClone(async (place) => {
    const { at, put, git, restore, undo } = place;
    git("add", "in/notes");
    await at("prompt", 1);
    const before = flagsOf(place);
    git("reset", "-q", "in/notes");
    git("checkout", "-q", "old");
    put("top", "agent\n");
    git("add", "top");
    await at("turn_end", 1);
    const after = flagsOf(place);
    expect(after).not.toContain("out/more");
    expect(await restore("1", { index: true })).toMatchObject({ index: true, ok: true });
    expect(flagsOf(place)).toBe(before);
    expect(await undo()).toMatchObject({ index: true, ok: true });
    expect(flagsOf(place)).toBe(after);
  }));

test("an index for which git would have to fetch stays as it is", () =>
  inPartialClone(async (place) => {
    const { at, put, git, restore } = place;
    await at("prompt", 1);
    put("out/file", "agent\n");
    git("add", "--sparse", "out/file");
    await at("turn_end", 1);
    put("out/file", "a person's\n");
    const after = flagsOf(place);
    expect(await restore("1", { index: true })).toMatchObject({
      index: false,
      conflicts: [{ path: "out/file" }],
      failed: [{ path: ".git/index", reason: expect.stringContaining("would have to fetch") }],
    });
    expect(flagsOf(place)).toBe(after);
  }));

test("space is given back, and what was captured before still comes back", () =>
  inPartialClone(async ({ root, ctx, at, put, git, restore }) => {
    await at("prompt", 1);
    const stores = join(root, "state/snapshots");
    const [store = ""] = readdirSync(stores).filter((name) => name.endsWith(".git"));
    const objects = join(stores, store, "objects");
    const linked = readdirSync(join(objects, "pack")).filter((name) => name.endsWith(".keep"));
    expect(linked).not.toEqual([]);
    git("repack", "-q", "-a", "-d", "-f");
    put("in/notes", null);
    await at("turn_end", 1);
    await prune.call(ctx, {});
    const left = readdirSync(join(objects, "pack"));
    expect(linked.filter((name) => left.includes(name.replace(/keep$/, "pack")))).toEqual([]);
    expect(readdirSync(objects).sort()).toEqual(["info", "pack"]);
    expect(readdirSync(join(stores, store, "refs/base"))).toHaveLength(1);
    expect(await restore("1", { index: true })).toMatchObject({ ok: true, counts: { created: 1 } });
    put("top", "more\n");
    await at("turn_end", 2);
    expect(ctx.snapshots.failures()).toEqual([]);
  }));
