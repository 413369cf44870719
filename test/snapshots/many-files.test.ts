import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { adoptObjects, findMissing } from "../../src/workspace/snapshots/adopt-objects.ts";
import { createDiff } from "../../src/workspace/snapshots/compare-trees.ts";
import { layoutOf, prepareStore } from "../../src/workspace/snapshots/store-layout.ts";
import { withSnapshots } from "../support/snapshot-place.ts";

const FILES = 200_000;

test("more files than a call can have arguments are taken over from the user's repository", () =>
  withSnapshots(async ({ root, project, put, git }) => {
    put("a", "a\n");
    const blob = git("hash-object", "-w", "a").trim();
    const input = Array.from({ length: FILES }, (_, number) => `100644 blob ${blob}\tfile-${number}\n`).join(
      "",
    );
    const tree = execFileSync("git", ["mktree"], { cwd: project, input, encoding: "utf8" }).trim();
    const place = { projectRoot: project, worktree: project };
    const stores = join(root, "stores");
    const layout = layoutOf(stores, place, process.env["PATH"] ?? "");
    prepareStore(stores, layout, place);
    expect(await findMissing(layout, [tree, blob])).toEqual([tree, blob]);
    await adoptObjects(layout, { files: tree, user: null }, createDiff(layout).diff);
    expect(await findMissing(layout, [tree, blob])).toEqual([]);
  }));

test("a person who waits sees how many files are restored", () =>
  withSnapshots(async ({ ctx, put, at, restore }) => {
    const shown: string[] = [];
    const line = { say: () => {}, start: () => {}, stop: () => {} };
    ctx.progress = async () => ({ ...line, update: (text) => shown.push(text) });
    const names = Array.from({ length: 150 }, (_, number) => `file-${number}`);
    for (const name of names) put(name, "x");
    await at("prompt", 1);
    for (const name of names) put(name, null);
    await at("turn_end", 1);
    await restore("1");
    expect(shown).toEqual(["Restoring files: 0 of 150 …", "Restoring files: 100 of 150 …"]);
  }));

test("captured files that were deleted since do not count as untracked files", () =>
  withSnapshots(
    async ({ put, at, ctx }) => {
      const numbers = Array.from({ length: 80 }, (_, number) => number);
      for (const number of numbers) put(`old-${number}`, "x");
      await at("session_start");
      for (const number of numbers) put(`old-${number}`, null);
      for (const number of numbers) put(`new-${number}`, "y");
      await at("turn_end");
      expect(ctx.snapshots.failures()).toEqual([]);
      for (const number of numbers) put(`more-${number}`, "z");
      await at("turn_end", 2);
      expect(ctx.snapshots.failures()).toMatchObject([
        { reason: expect.stringContaining("more than 100 untracked files") },
      ]);
    },
    { settings: { snapshots: { maxFiles: 100 } } },
  ));

test("undo takes back a restore after which too many files are untracked to capture them", () =>
  withSnapshots(
    async ({ project, put, at, restore, undo }) => {
      put(".gitignore", "x\n");
      put("a", "1\n");
      await at("prompt");
      put(".gitignore", "x\nmodules\n");
      for (let number = 0; number < 150; number++) put(`modules/${number}`, "y");
      put("a", "agent\n");
      await at("turn_end");
      expect(await restore("1")).toMatchObject({ ok: true, counts: { changed: 2 } });
      await expect(restore("1")).rejects.toThrow("more than 100 untracked files");
      put("a", "a person's\n");
      expect(await undo()).toMatchObject({
        counts: { changed: 1 },
        conflicts: [{ path: "a", reason: "changed since the restore" }],
      });
      expect(readFileSync(join(project, ".gitignore"), "utf8")).toBe("x\nmodules\n");
      expect(readFileSync(join(project, "a"), "utf8")).toBe("a person's\n");
      expect(await restore("1", { overwrite: true })).toMatchObject({ ok: true, counts: { changed: 2 } });
    },
    { settings: { snapshots: { maxFiles: 100 } } },
  ));
