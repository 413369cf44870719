import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync, writeSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { applyStep } from "../../src/snapshots/restore/apply-step.ts";

let worktree: string;
beforeEach(() => {
  worktree = mkdtempSync(join(tmpdir(), "holdfast-step-"));
});
afterEach(() => rmSync(worktree, { recursive: true, force: true }));

/** A file is to come back, where nothing but a directory is. */
async function bringBack() {
  const store = {
    identify: () => Promise.resolve(null),
    writeBlob: (_blob: string, fd: number) => Promise.resolve(void writeSync(fd, "content\n")),
  };
  const step = { path: "zz", before: null, after: { mode: "100644", blob: "0".repeat(40) } };
  return await applyStep(store, step, { worktree, temporary: ".zz.new", closed: new Set() });
}

test("a file takes the place of directories without a file (issue 32, item 2)", async () => {
  mkdirSync(join(worktree, "zz/inner/empty"), { recursive: true });
  expect(await bringBack()).toEqual({ type: "made" });
  expect(readFileSync(join(worktree, "zz"), "utf8")).toBe("content\n");
});

test.each([
  ["a repository", ".git/objects", ".git/refs"],
  ["a file beside empty directories", "a/empty", "z/file.txt"],
])("nothing of %s in the way is removed (issue 32, item 2)", async (_, ...paths) => {
  for (const path of paths) {
    mkdirSync(join(worktree, "zz", path, ".."), { recursive: true });
    if (path.endsWith(".txt")) writeFileSync(join(worktree, "zz", path), "the person's\n");
    else mkdirSync(join(worktree, "zz", path));
  }
  const before = readdirSync(join(worktree, "zz"), { recursive: true, encoding: "utf8" }).toSorted();
  expect(await bringBack()).toMatchObject({ type: "failed" });
  expect(readdirSync(join(worktree, "zz"), { recursive: true, encoding: "utf8" }).toSorted()).toEqual(before);
  expect(readdirSync(worktree)).toEqual(["zz"]);
});
