import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { readIndex } from "../../src/workspace/snapshots/read-index.ts";
import { runGitIn, withSnapshots } from "../support/snapshot-place.ts";

const VERSIONS = [2, 3, 4];

test.each(["sha1", "sha256"] as const)("an index of %s says what git says of it, in every version", (hash) =>
  withSnapshots(
    async ({ project, put, git }) => {
      git("init", "-q", `--object-format=${hash}`);
      const index = join(project, ".git/index");
      for (const path of ["a", "d/b", "d/e/c", `long/${"x".repeat(200)}/${"y".repeat(250)}`, "d/é"])
        put(path, path);
      for (let i = 1; i < 9; i++) put("n".repeat(i), "");
      put(`${"p".repeat(250)}/`.repeat(16).concat("end"), "a name of more bytes than its entry can say");
      git("add", "-A");
      git("update-index", "--skip-worktree", "a");
      for (const version of VERSIONS) {
        git("update-index", "--index-version", `${version}`);
        const entries = git("ls-files").trim().split("\n").length;
        const tree = git("write-tree").trim();
        expect(readIndex(index, hash), `version ${version}`).toEqual({ entries, tree });
        put("a", `version ${version}`);
        git("update-index", "--no-skip-worktree", "a");
        git("add", "a");
        expect(readIndex(index, hash), `version ${version}`).toEqual({ entries, tree: null });
        git("update-index", "--skip-worktree", "a");
      }
    },
    { git: false },
  ),
);

test("an index with entries of no content, with conflicts or without trees has no tree", () =>
  withSnapshots(async ({ project, put, git }) => {
    const index = join(project, ".git/index");
    put("a", "a");
    put("d/b", "b");
    git("add", "-A");
    git("write-tree");
    expect(readIndex(index, "sha1")?.tree).toMatch(/^[0-9a-f]{40}$/);
    put("d/c", "c");
    git("add", "--intent-to-add", "d/c");
    git("write-tree");
    expect(readIndex(index, "sha1")).toEqual({ entries: 3, tree: null });
    git("commit", "-qam", "all");
    git("branch", "other");
    put("a", "one");
    git("commit", "-qam", "one");
    git("checkout", "-q", "other");
    put("a", "two");
    git("commit", "-qam", "two");
    expect(readIndex(index, "sha1")?.tree).toBe(git("rev-parse", "HEAD^{tree}").trim());
    expect(() => git("merge", "-q", "-")).toThrow();
    expect(readIndex(index, "sha1")?.tree).toBeNull();
  }));

test("what only git can read of an index is left to git", () =>
  withSnapshots(async ({ root, project, put, git }) => {
    const index = join(project, ".git/index");
    put("a/b", "a");
    put("c", "c");
    git("add", "-A");
    git("commit", "-qm", "all");
    const bytes = readFileSync(index);
    const damaged = join(root, "damaged");
    for (const length of [0, 3, 11, 40, 100, bytes.length - 40]) {
      writeFileSync(damaged, bytes.subarray(0, length));
      expect(readIndex(damaged, "sha1")?.tree ?? null, `${length} bytes`).toBeNull();
    }
    expect(readIndex(join(root, "missing"), "sha1")).toBeUndefined();
    git("update-index", "--split-index");
    expect(readIndex(index, "sha1")).toBeUndefined();
    git("update-index", "--no-split-index");
    expect(readIndex(index, "sha1")?.entries).toBe(2);
    git("sparse-checkout", "set", "--cone", "--sparse-index", "nothing");
    expect(readIndex(index, "sha1")).toBeUndefined();
    expect(runGitIn(project, ["ls-files"])).toBe("a/b\nc\n");
  }));
