import { mkdtempSync, realpathSync, rmSync, utimesSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { findChangedFiles } from "../../src/recovery/find-changed-files.ts";

const WORKED_AT = 1_700_000_000_000;
const SLACK = 5_000;

let worktree: string;
beforeAll(() => {
  worktree = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-test-")));
});
afterAll(() => rmSync(worktree, { recursive: true }));

/** A file that was written so long after the work. */
function written(name: string, after: number): string {
  const path = join(worktree, name);
  writeFileSync(path, "x");
  utimesSync(path, new Date(WORKED_AT + after), new Date(WORKED_AT + after));
  return path;
}
const touched = (path: string, at = 1, action: "read" | "changed" = "changed") => ({
  path,
  action,
  at,
  changedAt: at,
  edit: null,
});
const find = (paths: readonly string[], cwd = worktree) =>
  findChangedFiles({ cwd, worktree, workedAt: WORKED_AT }, { files: paths.map((path) => touched(path)) });

describe("the files of earlier work", () => {
  test("are the same as they were left, up to the moment it takes to report them", () => {
    expect(find([written("same.ts", 0), written("slack.ts", SLACK)])).toEqual([]);
  });

  test("are named when someone else edited them since", () => {
    expect(find([written("one.ts", SLACK + 1), written("two.ts", SLACK + 2)])).toEqual([
      "edited by someone else: one.ts, two.ts",
    ]);
  });

  test("are the same when the session itself touched them after it was last active", () => {
    const path = written("later.ts", 60_000);
    const earlier = { cwd: worktree, worktree, workedAt: WORKED_AT };
    expect(findChangedFiles(earlier, { files: [touched(path, WORKED_AT + 55_000)] })).toEqual([]);
    expect(findChangedFiles(earlier, { files: [touched(path, WORKED_AT + 54_999)] })).toEqual([
      "edited by someone else: later.ts",
    ]);
  });

  test("are named when they are gone, after those that were edited", () => {
    const gone = join(worktree, "gone.ts");
    expect(find([gone, written("one.ts", SLACK + 1)])).toEqual([
      "edited by someone else: one.ts",
      "missing: gone.ts",
    ]);
  });

  test("do not count when they were only read", () => {
    const files = [touched(join(worktree, "gone.ts"), 1, "read")];
    expect(findChangedFiles({ cwd: worktree, worktree, workedAt: WORKED_AT }, { files })).toEqual([]);
  });

  test("are none without work", () => {
    expect(find([])).toEqual([]);
  });
});

describe("how they are named", () => {
  test("is relative to the worktree, whatever directory the agent worked in", () => {
    expect(find(["a.ts", "../b.ts"], join(worktree, "src"))).toEqual(["missing: src/a.ts, b.ts"]);
  });

  test("is complete, if they are not in the worktree", () => {
    expect(find(["/no/such/a.ts", "../../no/b.ts"], join(worktree, "src"))).toEqual([
      `missing: /no/such/a.ts, ${resolve(worktree, "../no/b.ts")}`,
    ]);
  });

  test("is on one line", () => {
    expect(find([join(worktree, "a\nb.ts")])).toEqual(["missing: a b.ts"]);
  });

  test("is the three newest, and how many more there are", () => {
    const names = ["a", "b", "c", "d", "e"].map((name) => join(worktree, name));
    expect(find(names.slice(0, 3))).toEqual(["missing: a, b, c"]);
    expect(find(names)).toEqual(["missing: c, d, e and 2 more"]);
  });

  test("is among the twenty newest, of which each costs time", () => {
    const names = Array.from({ length: 25 }, (_, i) => join(worktree, `f${i}`));
    expect(find(names)).toEqual(["missing: f22, f23, f24 and 17 more"]);
  });
});
