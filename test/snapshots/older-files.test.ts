import { spawnSync } from "node:child_process";
import {
  appendFileSync,
  chmodSync,
  chownSync,
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  statSync,
  utimesSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runGitIn, type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

const OLDER = "it is older than the snapshot, which did not cover it";
const text = (path: string) => readFileSync(path, "utf8");

/** The file system has its own clock, so the product must have the same one here. */
async function withOwnTime(work: (place: SnapshotPlace) => Promise<void>, settings?: object): Promise<void> {
  await withSnapshots(
    async (place) => {
      const { clock, at } = place;
      clock.now = Date.now();
      const atNow: SnapshotPlace["at"] = async (...args) => {
        clock.now = Math.max(clock.now, Date.now());
        await at(...args);
        await new Promise((resolve) => setTimeout(resolve, 20));
      };
      await work({ ...place, at: atNow });
    },
    settings === undefined ? {} : { settings },
  );
}

test("ignored, large and foreign files that are renamed in a turn are kept by a restore", () =>
  withOwnTime(
    async ({ project, at, put, restore, undo }) => {
      put(".gitignore", "data/\n");
      put("data/users.db", "all users\n");
      put("large.bin", "x".repeat(5_000));
      runGitIn(project, ["init", "-q", "nested"]);
      put("nested/work", "nested work\n");
      await at("prompt", 1);
      for (const [from, to] of [
        ["data/users.db", "users.db"],
        ["large.bin", "small.bin"],
        ["nested/work", "work"],
      ] as const)
        renameSync(join(project, from), join(project, to));
      put("small.bin", "cut\n");
      await at("during_turn", 1);
      put("users.db", "all users, and one more\n");
      put("new", "agent\n");
      await at("turn_end", 1);
      const untouched = ["small.bin", "users.db", "work"].map((path) => ({ path, reason: OLDER }));
      expect(await restore("1", { overwrite: true })).toMatchObject({
        files: [{ path: "new", change: "deleted" }],
        untouched,
      });
      expect(text(join(project, "users.db"))).toBe("all users, and one more\n");
      expect(text(join(project, "work"))).toBe("nested work\n");
      await undo();
      expect(text(join(project, "new"))).toBe("agent\n");
    },
    { snapshots: { maxFileBytes: 1_024 } },
  ));

test("among more files than a snapshot lists, only what may be older than it is of unknown coverage", () =>
  withOwnTime(
    async ({ project, at, put, restore }) => {
      for (let index = 0; index <= 1_000; index++) put(`data/${index}.bin`, "x".repeat(1_100));
      await at("prompt", 1);
      put("junk.py", "agent\n");
      put("gen/x.py", "agent\n");
      put("dated.py", "agent\n");
      utimesSync(join(project, "dated.py"), 1, 1);
      put("data/1000.bin", "cut\n");
      await at("turn_end", 1);
      const { files, untouched } = await restore("1");
      expect(files.map(({ path }) => path)).toEqual(["junk.py", "gen/x.py"]);
      expect(untouched).toEqual([
        { path: "data/1000.bin", reason: expect.any(String) },
        { path: "dated.py", reason: "it is unknown whether the snapshot covered it" },
      ]);
      expect(existsSync(join(project, "gen"))).toBe(false);
      expect(existsSync(join(project, "data/1000.bin"))).toBe(true);
    },
    { snapshots: { maxFileBytes: 1_024 } },
  ));

test("an ignored file that is renamed twice, with a snapshot in between, is kept", () =>
  withOwnTime(async ({ project, at, put, restore }) => {
    put(".gitignore", "*.db\n");
    put("users.db", "all users\n");
    await at("prompt", 1);
    renameSync(join(project, "users.db"), join(project, "users"));
    await at("during_turn", 1);
    renameSync(join(project, "users"), join(project, "people"));
    await at("turn_end", 1);
    expect(await restore("1")).toMatchObject({ files: [], untouched: [{ path: "people", reason: OLDER }] });
    expect(text(join(project, "people"))).toBe("all users\n");
  }));

test("a captured file that was renamed, or edited and then renamed, gets its name back", () =>
  withOwnTime(async ({ project, at, put, restore, undo }) => {
    put("a", "a\n");
    put("dir/b", "b\n");
    await at("prompt", 1);
    renameSync(join(project, "a"), join(project, "a2"));
    put("dir/b", "edited\n");
    await at("during_turn", 1);
    renameSync(join(project, "dir"), join(project, "moved"));
    await at("turn_end", 1);
    expect(await restore("1")).toMatchObject({ untouched: [], counts: { created: 2, deleted: 2 } });
    expect([text(join(project, "a")), text(join(project, "dir/b"))]).toEqual(["a\n", "b\n"]);
    expect(existsSync(join(project, "moved"))).toBe(false);
    await undo();
    expect(text(join(project, "moved/b"))).toBe("edited\n");
  }));

test("what is in a directory that nobody may read is listed as not covered", () =>
  withSnapshots(async ({ root, project, put, git }) => {
    put("seen", "seen\n");
    put("locked/tracked", "tracked\n");
    git("add", ".");
    put("locked/data", "data\n");
    put("closed/data", "data\n");
    for (const name of ["locked", "closed"]) chmodSync(join(project, name), 0);
    // Permissions mean nothing to the superuser, so the program runs as somebody else then.
    const nobody = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {};
    const state = join(root, "own-state");
    mkdirSync(state, { mode: 0o700 });
    if (nobody.uid !== undefined) {
      chmodSync(root, 0o755);
      spawnSync("chown", ["-R", "65534:65534", project, state]);
      chownSync(project, 65_534, 65_534);
    }
    const main = join(import.meta.dirname, "../../dist/main.cjs");
    const env = {
      PATH: process.env["PATH"],
      HOME: join(root, "home"),
      HOLDFAST_HOME: state,
      HOLDFAST_NO_DAEMON: "1",
    };
    const run = (...words: string[]) =>
      spawnSync(process.execPath, [main, ...words], { cwd: project, env, ...nobody, encoding: "utf8" });
    try {
      expect(run("save", "--name", "before").status).toBe(0);
      for (const name of ["locked", "closed"]) chmodSync(join(project, name), 0o755);
      const planned = JSON.parse(run("restore", "before", "--overwrite", "--json").stdout);
      expect(planned.files).toEqual([]);
      expect(planned.untouched).toEqual(
        ["closed/data", "locked/data", "locked/tracked"].map((path) => ({
          path,
          reason: expect.stringMatching("older than|did not cover"),
        })),
      );
      expect(planned.uncovered).toContainEqual({
        path: "closed/",
        reason: "a directory that cannot be read",
      });
      expect(planned.uncovered).toContainEqual({
        path: "locked/",
        reason: "a directory that cannot be read",
      });
      expect(statSync(join(project, "closed/data")).isFile()).toBe(true);
    } finally {
      for (const name of ["locked", "closed"]) chmodSync(join(project, name), 0o755);
    }
  }));

test("an ignored file that was moved over a captured one is kept, and restored over on demand", () =>
  withSnapshots(async ({ project, clock, put, at, restore, undo }) => {
    put(".gitignore", "*.secret\n");
    for (const name of ["captured", "edited", "copied"]) put(name, "captured\n");
    put("a.secret", "precious\n");
    put("other", "other\n");
    await new Promise((resolve) => setTimeout(resolve, 30));
    clock.now = Date.now();
    await at("prompt", 1);
    renameSync(join(project, "a.secret"), join(project, "captured"));
    renameSync(join(project, "other"), join(project, "copied"));
    put("edited", "agent\n");
    await at("turn_end", 1);
    expect(await restore("1")).toMatchObject({
      counts: { changed: 2, created: 1 },
      conflicts: [
        { path: "captured", reason: expect.stringContaining("may be a file that was not captured") },
      ],
    });
    const text = (name: string) => readFileSync(join(project, name), "utf8");
    expect([text("captured"), text("edited"), text("copied")]).toEqual([
      "precious\n",
      "captured\n",
      "captured\n",
    ]);
    await restore("1", { overwrite: true });
    expect(text("captured")).toBe("captured\n");
    await undo();
    expect(text("captured")).toBe("precious\n");
  }));

test("what a destructive command made is not taken for older than the files before it", () =>
  withOwnTime(async ({ project, at, put, restore }) => {
    put("src/a", "a\n");
    put("y", "y\n");
    await at("prompt", 1);
    for (const path of ["src/a", "y"]) put(path, null);
    put("y", "y\nz\n");
    put("new", "agent\n");
    await new Promise((resolve) => setTimeout(resolve, 20));
    await at("before_risk", 1);
    await at("turn_end", 1);
    expect(await restore("1")).toMatchObject({
      files: [
        { path: "new", change: "deleted" },
        { path: "src/a", change: "created" },
        { path: "y", change: "changed" },
      ],
      untouched: [],
    });
    expect(text(join(project, "y"))).toBe("y\n");
    expect(existsSync(join(project, "new"))).toBe(false);
  }));

test("an ignored file that was written after the target and moved in a later turn is kept", () =>
  withOwnTime(async ({ project, at, put, restore }) => {
    put(".gitignore", ".env\n*.local\n");
    put("config", "first\n");
    put("old.local", "older than all turns\n");
    await new Promise((resolve) => setTimeout(resolve, 20));
    await at("prompt", 1);
    put("made", "by the agent\n");
    await at("turn_end", 1);
    put(".env", "the only copy\n");
    put("hand.local", "by hand\n");
    await at("prompt", 2);
    renameSync(join(project, ".env"), join(project, "env.backup"));
    renameSync(join(project, "hand.local"), join(project, "config"));
    renameSync(join(project, "made"), join(project, "renamed"));
    renameSync(join(project, "old.local"), join(project, "old.txt"));
    appendFileSync(join(project, "old.txt"), "by the agent\n");
    await at("turn_end", 2);
    const { conflicts, untouched } = await restore("1");
    expect(conflicts).toMatchObject([{ path: "config" }]);
    expect(untouched).toMatchObject(["env.backup", "old.txt"].map((path) => ({ path, reason: OLDER })));
    expect(existsSync(join(project, "renamed"))).toBe(false);
    expect(text(join(project, "config"))).toBe("by hand\n");
  }));

test("a new file of an earlier turn that was renamed is the session's, an ignored one is not", () =>
  withOwnTime(async ({ project, at, put, restore }) => {
    put(".gitignore", ".env\n");
    await at("prompt", 1);
    put("made", "by the agent\n");
    await at("turn_end", 1);
    put(".env", "the only copy\n");
    await at("prompt", 2);
    renameSync(join(project, ".env"), join(project, "env.backup"));
    await at("turn_end", 2);
    await at("prompt", 3);
    renameSync(join(project, "made"), join(project, "renamed"));
    appendFileSync(join(project, "renamed"), "and edited\n");
    await at("turn_end", 3);
    expect((await restore("1")).untouched).toMatchObject([{ path: "env.backup", reason: OLDER }]);
    expect(existsSync(join(project, "renamed"))).toBe(false);
    expect(text(join(project, "env.backup"))).toBe("the only copy\n");
  }));

test("a file that the session made in one turn and edited in a later one is its own", () =>
  withOwnTime(async ({ project, at, put, restore }) => {
    await at("prompt", 1);
    put("made", "1\n");
    await at("turn_end", 1);
    await at("prompt", 2);
    appendFileSync(join(project, "made"), "2\n");
    await at("turn_end", 2);
    expect(await restore("1")).toMatchObject({ untouched: [], counts: { deleted: 1 } });
  }));

test("an ignored file that is younger than the target, renamed and edited in a turn that deletes an old file is kept", () =>
  withOwnTime(async ({ project, at, put, restore }) => {
    put(".gitignore", ".env\n");
    put("old.txt", "old\n");
    await at("prompt", 1);
    put("a", "by the agent\n");
    await at("turn_end", 1);
    put(".env", "the only copy\n");
    await at("prompt", 2);
    renameSync(join(project, ".env"), join(project, "env.backup"));
    appendFileSync(join(project, "env.backup"), "X=1\n");
    put("old.txt", null);
    await at("turn_end", 2);
    expect((await restore("1")).untouched).toMatchObject([{ path: "env.backup", reason: OLDER }]);
  }));
