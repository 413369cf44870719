import { execFileSync } from "node:child_process";
import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync } from "node:fs";
import { dirname, join } from "node:path";
import { expect, test } from "vitest";
import { prune } from "../../src/checkpoints/operations/prune.ts";
import { restore as restoreOperation } from "../../src/restore/operations/restore.ts";
import { undo as undoOperation } from "../../src/restore/operations/undo.ts";
import { hashBytes } from "../../src/workspace/snapshots/loose-objects.ts";
import { Crash, crashing } from "../support/crashing-context.ts";
import { type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

const SMALL = { settings: { snapshots: { maxProjectBytes: 1_048_576 } } };
const text = (path: string) => readFileSync(path, "utf8");

test("the files from before the last restore stay although the project takes too much space", () =>
  withSnapshots(async (place) => {
    const { ctx, project, at, put, restore, undo } = place;
    put("a", "a\n");
    await at("prompt", 1);
    const work = randomBytes(600_000);
    put("work", work);
    await at("turn_end", 1);
    await restore("1");
    for (let turn = 2; turn < 6; turn++) {
      put("noise", randomBytes(700_000));
      await at("turn_end", turn);
    }
    await prune.call(ctx, {});
    expect(await undo()).toMatchObject({ ok: true, counts: { created: 1 } });
    expect(readFileSync(join(project, "work")).equals(work)).toBe(true);
    // From then on, nothing holds them.
    expect(await protectedIn(place)).toBe("");
  }, SMALL));

test("R-D12: undo takes back the last restore although the clock was set back before it", () =>
  withSnapshots(async ({ project, clock, at, put, restore, undo }) => {
    for (const [turn, name] of ["a", "b"].entries()) {
      put(name, "before\n");
      await at("prompt", turn + 1);
      put(name, "agent\n");
      await at("turn_end", turn + 1);
    }
    await restore("1", { paths: ["a"] });
    clock.now -= 90 * 86_400_000;
    await restore("2", { paths: ["b"], overwrite: true });
    const both = () => ["a", "b"].map((name) => text(join(project, name)));
    expect(both()).toEqual(["before\n", "before\n"]);
    await undo();
    expect(both()).toEqual(["before\n", "agent\n"]);
    await undo();
    expect(both()).toEqual(["agent\n", "agent\n"]);
    await expect(undo()).rejects.toThrow("No restore");
  }));

test("a file whose content is gone does not hold up the undo of the others", () =>
  withSnapshots(async ({ root, project, at, put, restore, undo }) => {
    for (const name of ["a", "b", "c"]) put(name, `${name}\n`);
    await at("prompt", 1);
    for (const name of ["a", "b", "c"]) put(name, `agent's ${name}\n`);
    await at("turn_end", 1);
    await restore("1");
    const blob = hashBytes(Buffer.from("agent's b\n"), "sha1");
    const [store = ""] = readdirSync(join(root, "state/snapshots")).filter((name) => name.endsWith(".git"));
    rmSync(join(root, "state/snapshots", store, "objects", blob.slice(0, 2), blob.slice(2)));
    expect(await undo()).toMatchObject({
      ok: false,
      counts: { changed: 2, failed: 1 },
      failed: [{ path: "b", reason: expect.stringMatching(/^its captured content is gone/) }],
    });
    expect(["a", "b", "c"].map((name) => text(join(project, name)))).toEqual([
      "agent's a\n",
      "b\n",
      "agent's c\n",
    ]);
    await expect(undo()).rejects.toThrow("No restore");
  }));

test("what an undo could not write is taken back by the next one", () =>
  withSnapshots(async ({ project, at, put, restore, undo }) => {
    put("a", "a\n");
    await at("prompt", 1);
    put("a", "agent\n");
    put("made", "agent\n");
    await at("turn_end", 1);
    await restore("1");
    put("made/by a person", "person\n");
    expect(await undo()).toMatchObject({ ok: false, counts: { changed: 1, failed: 1 } });
    put("made", null);
    put("a", "edited since\n");
    expect(await undo()).toMatchObject({ ok: true, counts: { created: 1, changed: 0, conflicts: 0 } });
    expect([text(join(project, "made")), text(join(project, "a"))]).toEqual(["agent\n", "edited since\n"]);
    await expect(undo()).rejects.toThrow("No restore");
  }));

test.each([false, true])(
  "a second undo after a killed one takes nothing else back, completed by a snapshot: %s",
  (isCompleted) =>
    withSnapshots(async (place) => {
      const { ctx, project, at, put, restore, undo } = place;
      const now = () => ["a", "b", "c"].map((name) => text(join(project, name)));
      for (const name of ["a", "b", "c"]) put(name, "mine\n");
      await at("prompt", 1);
      for (const name of ["a", "b"]) put(name, "agent\n");
      await at("turn_end", 1);
      await at("prompt", 2);
      put("c", "agent\n");
      await at("turn_end", 2);
      await restore("2");
      await restore("1");
      expect(now()).toEqual(["mine\n", "mine\n", "mine\n"]);
      await expect(undoOperation.call(crashing(ctx, 3), {})).rejects.toThrow(Crash);
      if (isCompleted) await at("prompt", 3);
      expect(await undo()).toMatchObject({
        applied: true,
        counts: { changed: 2 },
        note: expect.stringContaining("complete now"),
      });
      expect(now()).toEqual(["agent\n", "agent\n", "mine\n"]);
      await undo();
      expect(now()).toEqual(["agent\n", "agent\n", "agent\n"]);
    }),
);

test("a killed restore is not completed in another repository at the same path", () =>
  withSnapshots(async (place) => {
    const { root, project, at, put, git, undo } = place;
    await killedRestore(place);
    renameSync(project, join(root, "aside"));
    mkdirSync(project);
    git("init", "-q");
    put("changed", "agent\n");
    await at("prompt", 2);
    await expect(undo()).rejects.toThrow("No restore");
    expect(readdirSync(project).toSorted()).toEqual([".git", "changed"]);
    expect(text(join(project, "changed"))).toBe("agent\n");
    // It is completed once the directory is back.
    rmSync(project, { recursive: true });
    renameSync(join(root, "aside"), project);
    await at("prompt", 3);
    expect([text(join(project, "changed")), text(join(project, "deleted"))]).toEqual(["mine\n", "mine\n"]);
  }));

test("a killed restore is completed where `git init` made the directory a repository, not where .git was replaced", () =>
  withSnapshots(
    async (place) => {
      const { project, at, put, git, undo } = place;
      await killedRestore(place);
      git("init", "-q");
      await at("prompt", 2);
      expect(text(join(project, "deleted"))).toBe("mine\n");
      await undo();
      expect(text(join(project, "changed"))).toBe("agent\n");
      await killedRestore(place);
      put(".git", null);
      git("init", "-q");
      await at("prompt", 4);
      expect(existsSync(join(project, "deleted"))).toBe(false);
    },
    { git: false },
  ));

/** Of two files, none has come back yet. */
async function killedRestore({ ctx, at, put }: SnapshotPlace): Promise<void> {
  for (const name of ["changed", "deleted"]) put(name, "mine\n");
  await at("prompt", 7);
  put("changed", "agent\n");
  put("deleted", null);
  await at("turn_end", 7);
  const killed = restoreOperation.call(crashing(ctx, 0), { target: "7", yes: true });
  await expect(killed).rejects.toThrow(Crash);
}

async function protectedIn({ ctx, project }: SnapshotPlace): Promise<string> {
  const place = await ctx.workspace.locate(project);
  const store = await ctx.snapshots.read(place, async ({ directory }) => dirname(dirname(directory)));
  return execFileSync("git", ["-C", store ?? "", "for-each-ref", "refs/undo"], { encoding: "utf8" });
}

test("a prune after a restore was killed leaves what it still has to bring back", () =>
  withSnapshots(
    async ({ ctx, project, at, put }) => {
      const names = ["a", "b", "c", "d"];
      for (const name of names) put(name, `a person's ${name}\n`);
      await at("prompt", 1);
      for (const name of names) put(name, null);
      put("made", "1\n");
      await at("turn_end", 1);
      for (let turn = 2; turn < 14; turn++) {
        put("made", `${turn}\n`);
        await at("turn_end", turn);
      }
      const input = { target: "1", yes: true };
      await expect(restoreOperation.call(crashing(ctx, 8), input)).rejects.toThrow(Crash);
      expect(names.filter((name) => existsSync(join(project, name))).length).toBeLessThan(names.length);
      expect((await prune.call(ctx, {})).snapshots).toBeGreaterThan(0);
      await at("during_turn", 13);
      for (const name of names) expect(text(join(project, name))).toBe(`a person's ${name}\n`);
    },
    { settings: { snapshots: { maxPerSession: 10 } } },
  ));
