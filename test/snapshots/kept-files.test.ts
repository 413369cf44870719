import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { restore as restoreOperation } from "../../src/restore/operations/restore.ts";
import { undo as undoOperation } from "../../src/restore/operations/undo.ts";
import { changes } from "../../src/snapshots/operations/changes.ts";
import { Crash, crashing } from "../support/crashing-context.ts";
import { runGitIn, type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

const text = (path: string) => readFileSync(path, "utf8");

test("nothing is written into a directory that became a repository of its own", () =>
  withSnapshots(async ({ project, at, put, restore, undo }) => {
    put("plain/p", "p\n");
    put("gone/q", "q\n");
    await at("prompt", 1);
    for (const name of ["plain", "gone"]) runGitIn(project, ["init", "-q", name]);
    put("plain/p", "nested work\n");
    put("gone/q", null);
    put("gone/new", "new\n");
    await at("turn_end", 1);
    const nested = "inside a repository of its own";
    expect(await restore("1", { overwrite: true })).toMatchObject({
      files: [],
      untouched: ["gone/new", "gone/q", "plain/p"].map((path) => ({ path, reason: nested })),
    });
    expect(text(join(project, "plain/p"))).toBe("nested work\n");
    expect(existsSync(join(project, "gone/q"))).toBe(false);
    await expect(undo()).rejects.toThrow(/No restore/);
  }));

test("a directory that becomes a repository after the plan is not changed", () =>
  withSnapshots(async (place) => {
    const { project, at, put } = place;
    put("a", "a\n");
    put("dir/f", "f\n");
    await at("prompt", 1);
    put("a", "agent\n");
    put("dir/f", "agent\n");
    await at("turn_end", 1);
    await killRestore(place, 0);
    runGitIn(project, ["init", "-q", "dir"]);
    await at("prompt", 2);
    expect(text(join(project, "a"))).toBe("a\n");
    expect(text(join(project, "dir/f"))).toBe("agent\n");
  }));

test("a file that grew above the limit is kept and shown as no longer captured", () =>
  withSnapshots(
    async ({ ctx, project, at, put, restore }) => {
      put("log", "small\n");
      await at("prompt", 1);
      put("log", "x".repeat(5_000));
      await at("turn_end", 1);
      expect((await changes.call(ctx, {})).turns[0]?.files).toEqual([
        { path: "log", change: "uncovered", added: null, removed: null },
      ]);
      expect(await restore("1", { overwrite: true })).toMatchObject({
        files: [],
        conflicts: [],
        untouched: [{ path: "log", reason: "an untracked file that is too large" }],
        ok: true,
      });
      expect(text(join(project, "log"))).toBe("x".repeat(5_000));
    },
    { settings: { snapshots: { maxFileBytes: 1_024 } } },
  ));

test("a killed restore leaves no temporary file where somebody edited what it was writing", () =>
  withSnapshots(async (place) => {
    const { root, project, at, put } = place;
    put("a", "a\n");
    await at("prompt", 1);
    put("a", "agent\n");
    await at("turn_end", 1);
    await killRestore(place, 1);
    const stores = join(root, "state/snapshots");
    const journal = readdirSync(stores, { recursive: true, encoding: "utf8" }).find((name) =>
      name.endsWith("restore.json"),
    );
    const { id } = JSON.parse(text(join(stores, journal ?? "")));
    put(`.holdfast-${id}-0.tmp`, "half wri");
    put("a", "person\n");
    await at("prompt", 2);
    expect(readdirSync(project).toSorted()).toEqual([".git", "a"]);
    expect(text(join(project, "a"))).toBe("person\n");
  }));

test("what a killed restore did is no change of anybody else", () =>
  withSnapshots(async (place) => {
    const { ctx, project, at, put, restore, undo } = place;
    for (const name of ["a", "b", "c"]) put(name, `${name}\n`);
    await at("prompt", 1);
    for (const name of ["a", "b", "c"]) put(name, "agent\n");
    await at("turn_end", 1);
    await killRestore(place, 4);
    expect(await changes.call(ctx, {})).toMatchObject({
      unfinished: expect.stringMatching(/^A restore was interrupted \(before turn 1\)\. The next snapshot/),
    });
    expect(await undoOperation.call(ctx, {})).toMatchObject({ counts: { changed: 3, conflicts: 0 } });
    expect(await changes.call(ctx, {})).toMatchObject({ unfinished: null });
    expect(await restore("1")).toMatchObject({ counts: { changed: 3, conflicts: 0 } });
    await undo();
    expect(await restore("1")).toMatchObject({ counts: { changed: 3, conflicts: 0 } });
    expect(text(join(project, "a"))).toBe("a\n");
  }));

test("what a person changed while a killed restore was unfinished stays theirs", () =>
  withSnapshots(async (place) => {
    const { project, at, put, restore, undo } = place;
    for (const name of ["a", "b"]) put(name, `${name}\n`);
    await at("prompt", 1);
    for (const name of ["a", "b"]) put(name, "agent\n");
    await at("turn_end", 1);
    await killRestore(place, 2);
    put("b", "person\n");
    put("mine", "person\n");
    await undo();
    expect(text(join(project, "a"))).toBe("agent\n");
    const { conflicts, files } = await restore("1");
    expect(files.map(({ path }) => path)).toEqual(["a"]);
    expect(conflicts.map(({ path }) => path)).toEqual(["b", "mine"]);
    expect(text(join(project, "b"))).toBe("person\n");
  }));

test("the plan does not promise what cannot be written, and says so", () =>
  withSnapshots(async ({ project, at, put, restore }) => {
    put("d/f", "f\n");
    put("g", "g\n");
    put(".gitignore", "*.o\n");
    await at("prompt", 1);
    put("d", null);
    put("d", "agent\n");
    put("g", null);
    put("g/kept.o", "ignored\n");
    await at("turn_end", 1);
    put("d", "agent and person\n");
    const failed = [
      { path: "d/f", reason: "a file is in the way of its directory" },
      { path: "g", reason: "a directory with other files is in its place" },
    ];
    expect(await restore("1", { dryRun: true })).toMatchObject({
      applied: false,
      files: [],
      failed,
      ok: false,
    });
    expect(await restore("1")).toMatchObject({ files: [], failed, ok: false });
    expect(text(join(project, "d"))).toBe("agent and person\n");
    expect(text(join(project, "g/kept.o"))).toBe("ignored\n");
  }));

test("a restore of nothing leaves nothing to take back, and an earlier one can be", () =>
  withSnapshots(async ({ project, at, put, restore, undo }) => {
    put("a", "a\n");
    await at("prompt", 1);
    put("a", "agent\n");
    await at("turn_end", 1);
    await restore("1");
    expect(await restore("1")).toMatchObject({ files: [], safety: null });
    await undo();
    expect(text(join(project, "a"))).toBe("agent\n");
  }));

test("an undo after a directory and a link took each other's place", () =>
  withSnapshots(async ({ project, at, put, restore, undo }) => {
    put("dir/f", "f\n");
    symlinkSync("dir", join(project, "link"));
    mkdirSync(join(project, "empty"));
    await at("prompt", 1);
    put("dir", null);
    put("dir", "now a file\n");
    put("link", null);
    put("link/deep/f", "now a directory\n");
    await at("turn_end", 1);
    expect(await restore("1")).toMatchObject({ ok: true, conflicts: [] });
    expect(text(join(project, "link/f"))).toBe("f\n");
    expect(await undo()).toMatchObject({ ok: true, conflicts: [] });
    expect(text(join(project, "dir"))).toBe("now a file\n");
    expect(text(join(project, "link/deep/f"))).toBe("now a directory\n");
  }));

test("a path without a moment, and one that matches nothing, are refused", () =>
  withSnapshots(async ({ at, put, restore }) => {
    put("src/a", "a\n");
    await at("prompt", 1);
    put("src/a", null);
    put("b", "b\n");
    await at("turn_end", 1);
    await expect(restore("b")).rejects.toMatchObject({
      code: "invalid_input",
      message: "b is a file, but a restore needs the moment to go back to.",
      next: expect.stringContaining("holdfast restore <turn> b"),
    });
    await expect(restore("1", { paths: ["scr"] })).rejects.toMatchObject({ code: "not_found" });
    expect(await restore("1", { paths: ["src"] })).toMatchObject({ counts: { created: 1, deleted: 0 } });
    expect(await restore("1", { paths: ["src/a"] })).toMatchObject({ files: [] });
  }));

test("a name that cannot be printed is quoted in the plan, and can be typed that way", () =>
  withSnapshots(async ({ project, at, put, restore }) => {
    const forged = "a\nRestored 0 files";
    put(forged, "a\n");
    writeFileSync(Buffer.concat([Buffer.from(`${project}/f`), Buffer.from([0xff])]), "raw\n");
    await at("prompt", 1);
    put(forged, null);
    rmSync(Buffer.concat([Buffer.from(`${project}/f`), Buffer.from([0xff])]));
    await at("turn_end", 1);
    const shown = (await restore("1", { dryRun: true })).files.map(({ path }) => path);
    expect(shown).toEqual(['"a\\nRestored 0 files"', '"f\\377"']);
    expect(await restore("1", { paths: shown })).toMatchObject({ counts: { created: 2 } });
    expect(text(join(project, forged))).toBe("a\n");
  }));

/** Restores turn 1 in a process that dies after so many reads and writes of files. */
async function killRestore({ ctx }: SnapshotPlace, after: number): Promise<void> {
  await expect(restoreOperation.call(crashing(ctx, after), { target: "1", yes: true })).rejects.toThrow(
    Crash,
  );
}

test("a renamed file stays if what took its name cannot be replaced, and nothing else of the turn does", () =>
  withSnapshots(async ({ project, at, put, restore }) => {
    put("notes", "precious\n");
    await at("prompt", 1);
    renameSync(join(project, "notes"), join(project, "moved"));
    put("notes", Buffer.alloc(11 * 2 ** 20));
    put("made", "new\n");
    await at("turn_end", 1);
    expect(await restore("1")).toMatchObject({
      counts: { deleted: 1 },
      conflicts: [{ path: "moved", reason: "it is what notes was, which does not come back" }],
      untouched: [{ path: "notes" }],
    });
    expect(text(join(project, "moved"))).toBe("precious\n");
    expect(existsSync(join(project, "made"))).toBe(false);
  }));

test("undo says where the bytes are that it did not bring back, and they come back from there", () =>
  withSnapshots(async ({ project, at, put, restore, undo }) => {
    put("a", "first\n");
    await at("prompt", 1);
    put("a", "agent\n");
    await at("turn_end", 1);
    await restore("1");
    put("a", "mine\n");
    const { note, conflicts } = await undo();
    expect(conflicts).toMatchObject([{ path: "a" }]);
    const [, snapshot = ""] = /`holdfast restore (snp_\w+) <path> --overwrite`/.exec(note ?? "") ?? [];
    await restore(snapshot, { paths: ["a"], overwrite: true });
    expect(text(join(project, "a"))).toBe("agent\n");
  }));
