import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { prune } from "../../src/checkpoints/operations/prune.ts";
import { withSnapshots } from "../support/snapshot-place.ts";

const text = (path: string) => readFileSync(path, "utf8");

test("borrowed objects survive reset, rebase and gc --prune=now of the user's repository", () =>
  withSnapshots(async ({ ctx, project, at, put, git, restore }) => {
    put("kept.txt", "base\n");
    git("add", ".");
    git("commit", "-qm", "base");
    put("a.txt", "committed and then lost\n");
    git("add", ".");
    git("commit", "-qm", "lost");
    git("gc", "-q");
    await at("session_start", 0);
    await at("prompt", 1);
    git("reset", "-q", "--hard", "HEAD~1");
    git("reflog", "expire", "--expire=now", "--all");
    git("gc", "-q", "--prune=now");
    // The old packs are now only ours. What snapshots need of them stays.
    await prune.call(ctx, {});
    await at("turn_end", 1);
    expect(existsSync(join(project, "a.txt"))).toBe(false);
    await restore("1");
    expect(text(join(project, "a.txt"))).toBe("committed and then lost\n");
  }));

test("loose objects of the user's repository are copied, so that gc cannot take them away", () =>
  withSnapshots(async ({ project, at, put, git, restore }) => {
    put("a.txt", "never packed\n");
    git("add", ".");
    git("commit", "-qm", "first");
    await at("prompt", 1);
    put("a.txt", null);
    rmSync(join(project, ".git/objects"), { recursive: true });
    await at("turn_end", 1);
    await restore("1");
    expect(text(join(project, "a.txt"))).toBe("never packed\n");
  }));

test("bytes are kept without filters, line ends and attributes", () =>
  withSnapshots(async ({ project, at, put, git, restore }) => {
    git("config", "core.autocrlf", "input");
    git("config", "filter.x.clean", "touch canary; cat");
    git("config", "core.fsmonitor", "touch canary");
    put(".gitattributes", "*.txt text eol=lf ident\n*.bin filter=x\n*.u working-tree-encoding=UTF-16\n");
    const files = {
      "a.txt": "one\r\n$Id$\r\n",
      "b.bin": "\0\r\n",
      "c.u": "plain\r\n",
      ".lfs": "version https://git-lfs",
    };
    for (const [path, content] of Object.entries(files)) put(path, content);
    await at("prompt", 1);
    for (const path of Object.keys(files)) put(path, "x");
    await at("turn_end", 1);
    await restore("1");
    for (const [path, content] of Object.entries(files)) expect(text(join(project, path))).toBe(content);
    expect(existsSync(join(project, "canary"))).toBe(false);
  }));

test("HEAD, index, branches, stash, reflog and configuration stay as they are", () =>
  withSnapshots(async ({ project, at, put, git, restore, undo }) => {
    put("a.txt", "a\n");
    git("add", ".");
    git("commit", "-qm", "first");
    put("staged.txt", "s\n");
    git("add", "staged.txt");
    await at("prompt", 1);
    put("a.txt", null);
    put("staged.txt", "other\n");
    await at("turn_end", 1);
    const state = () =>
      [".git/HEAD", ".git/index", ".git/config", ".git/logs/HEAD"].map((name) =>
        readFileSync(join(project, name)),
      );
    const before = [...state(), git("for-each-ref"), git("stash", "list")];
    await restore("1");
    await undo();
    expect([...state(), git("for-each-ref"), git("stash", "list")]).toEqual(before);
  }));

test("links are restored as links, and nothing is written through them", () =>
  withSnapshots(async ({ root, project, at, put, restore }) => {
    const outside = join(root, "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "f.txt"), "not ours\n");
    put("dir/f.txt", "ours\n");
    symlinkSync("dir/f.txt", join(project, "link"));
    await at("prompt", 1);
    rmSync(join(project, "dir"), { recursive: true });
    symlinkSync(outside, join(project, "dir"));
    rmSync(join(project, "link"));
    await at("turn_end", 1);
    expect(await restore("1")).toMatchObject({ conflicts: [] });
    expect(lstatSync(join(project, "dir")).isDirectory()).toBe(true);
    expect(text(join(project, "dir/f.txt"))).toBe("ours\n");
    expect(readlinkSync(join(project, "link"))).toBe("dir/f.txt");
    expect(text(join(outside, "f.txt"))).toBe("not ours\n");
  }));

test("a link that appears after the plan stops the restore of what is behind it", () =>
  withSnapshots(async ({ root, project, at, put, restore }) => {
    const outside = join(root, "outside");
    mkdirSync(outside);
    writeFileSync(join(outside, "f.txt"), "agent\n");
    put(".gitignore", "dir\n");
    put("dir/f.txt", "ours\n");
    await at("prompt", 1);
    rmSync(join(project, "dir"), { recursive: true });
    symlinkSync(outside, join(project, "dir"));
    await at("turn_end", 1);
    await restore("1", { overwrite: true });
    expect(text(join(outside, "f.txt"))).toBe("agent\n");
  }));

test("modes, and names with line feeds, quotes, colons and invalid UTF-8, come back", () =>
  withSnapshots(async ({ project, at, put, restore }) => {
    const names = ["line\nfeed", 'quo"te', ":(top)x", "-dash", " space ", "tab\t", "ü"];
    for (const name of names) put(name, `${name}\n`);
    const invalid = Buffer.concat([Buffer.from(`${project}/`), Buffer.from([0x66, 0xff, 0xfe])]);
    writeFileSync(invalid, "raw\n");
    put("run.sh", "#!/bin/sh\n");
    chmodSync(join(project, "run.sh"), 0o755);
    await at("prompt", 1);
    for (const name of names) put(name, null);
    rmSync(invalid);
    chmodSync(join(project, "run.sh"), 0o644);
    await at("turn_end", 1);
    await restore("1");
    for (const name of names) expect(text(join(project, name))).toBe(`${name}\n`);
    expect(readFileSync(invalid, "utf8")).toBe("raw\n");
    expect(statSync(join(project, "run.sh")).mode & 0o111).toBe(0o111);
  }));

test("a file and a directory can replace each other", () =>
  withSnapshots(async ({ project, at, put, restore, undo }) => {
    put("a", "file\n");
    put("b/c/d", "nested\n");
    await at("prompt", 1);
    put("a", null);
    put("a/x", "in a\n");
    put("b", null);
    put("b", "now a file\n");
    await at("turn_end", 1);
    await restore("1");
    expect(text(join(project, "a"))).toBe("file\n");
    expect(text(join(project, "b/c/d"))).toBe("nested\n");
    await undo();
    expect(text(join(project, "a/x"))).toBe("in a\n");
    expect(text(join(project, "b"))).toBe("now a file\n");
  }));

test("ignored files stay, whether the rules exclude them now or did then", () =>
  withSnapshots(async ({ project, at, put, restore }) => {
    put(".gitignore", "then/\n");
    put("then/secret", "kept\n");
    put("now/secret", "first\n");
    await at("prompt", 1);
    put(".gitignore", "now/\n");
    put("now/secret", "second\n");
    await at("turn_end", 1);
    await restore("1");
    expect(text(join(project, "then/secret"))).toBe("kept\n");
    expect(text(join(project, "now/secret"))).toBe("second\n");
    expect(text(join(project, ".gitignore"))).toBe("then/\n");
  }));

test("tracked files that are ignored, assumed unchanged or skipped are captured", () =>
  withSnapshots(async ({ project, at, put, git, restore }) => {
    put(".gitignore", "*.log\n");
    for (const name of ["a.log", "b.txt", "c.txt"]) put(name, "before\n");
    git("add", "-f", ".");
    git("commit", "-qm", "first");
    git("update-index", "--assume-unchanged", "b.txt");
    git("update-index", "--skip-worktree", "c.txt");
    await at("prompt", 1);
    for (const name of ["a.log", "b.txt", "c.txt"]) put(name, "after\n");
    await at("turn_end", 1);
    await restore("1");
    for (const name of ["a.log", "b.txt", "c.txt"]) expect(text(join(project, name))).toBe("before\n");
  }));

test("an edit that keeps the size and the time is captured", () =>
  withSnapshots(async ({ project, at, put, restore }) => {
    put("a.txt", "one\n");
    const past = new Date(1_700_000_000_000);
    utimesSync(join(project, "a.txt"), past, past);
    await at("prompt", 1);
    put("a.txt", "two\n");
    utimesSync(join(project, "a.txt"), past, past);
    await at("turn_end", 1);
    expect(await restore("1")).toMatchObject({ counts: { changed: 1 } });
    expect(text(join(project, "a.txt"))).toBe("one\n");
  }));

test("nested repositories and large untracked files are listed as not covered, and stay", () =>
  withSnapshots(
    async ({ project, at, put, git, restore }) => {
      put("a.txt", "a\n");
      git("init", "-q", "inner");
      put("inner/file", "theirs\n");
      git("init", "-q", "empty");
      put("large.bin", "x".repeat(5_000));
      put("tracked.bin", "y".repeat(5_000));
      git("add", "tracked.bin");
      await at("prompt", 1);
      for (const name of ["a.txt", "tracked.bin", "large.bin", "inner/file"]) put(name, "changed\n");
      await at("turn_end", 1);
      const { uncovered, counts } = await restore("1");
      expect(uncovered.map(({ path }) => path).sort()).toEqual(["empty/", "inner/", "large.bin"]);
      expect(counts).toMatchObject({ changed: 2 });
      expect(text(join(project, "tracked.bin"))).toBe("y".repeat(5_000));
      expect(text(join(project, "inner/file"))).toBe("changed\n");
      expect(text(join(project, "large.bin"))).toBe("changed\n");
    },
    { settings: { snapshots: { maxFileBytes: 1_024 } } },
  ));

test("a directory without Git is covered, without the usual directories", () =>
  withSnapshots(
    async ({ project, at, put, restore }) => {
      put("a.txt", "a\n");
      put("node_modules/x/index.js", "first\n");
      await at("prompt", 1);
      put("a.txt", null);
      put("node_modules/x/index.js", "second\n");
      await at("turn_end", 1);
      await restore("1");
      expect(text(join(project, "a.txt"))).toBe("a\n");
      expect(text(join(project, "node_modules/x/index.js"))).toBe("second\n");
    },
    { git: false },
  ));

test("linked worktrees of a repository are captured apart", () =>
  withSnapshots(async ({ root, ctx, at, put, git, restore }) => {
    put("a.txt", "a\n");
    git("add", ".");
    git("commit", "-qm", "first");
    git("worktree", "add", "-q", join(root, "linked"));
    await at("prompt", 1);
    put("a.txt", "agent\n");
    await at("turn_end", 1);
    const elsewhere = { ...ctx, caller: { cwd: join(root, "linked") } };
    const { restore: operation } = await import("../../src/restore/operations/restore.ts");
    await expect(operation.call(elsewhere, { target: "1", yes: true })).rejects.toThrow(
      /No turn was captured/,
    );
    expect(await restore("1")).toMatchObject({ counts: { changed: 1 } });
  }));

test("a locked index, an unborn branch and a detached HEAD are no obstacle", () =>
  withSnapshots(async ({ project, at, put, git, restore }) => {
    put("a.txt", "a\n");
    put(".git/index.lock", "");
    await at("prompt", 1);
    put("a.txt", "b\n");
    await at("turn_end", 1);
    await restore("1");
    expect(text(join(project, "a.txt"))).toBe("a\n");
    put(".git/index.lock", null);
    git("add", ".");
    git("commit", "-qm", "first");
    git("checkout", "-q", "--detach");
    await at("prompt", 2);
    put("a.txt", "c\n");
    await at("turn_end", 2);
    await restore("2");
    expect(text(join(project, "a.txt"))).toBe("a\n");
  }));

test("a file that cannot be read is listed, and does not hide the others", () =>
  withSnapshots(async ({ project, at, put, restore }) => {
    put("a.txt", "a\n");
    await at("prompt", 1);
    put("a.txt", "b\n");
    symlinkSync("loop", join(project, "loop"));
    await at("turn_end", 1);
    expect(await restore("1")).toMatchObject({ counts: { changed: 1, deleted: 1 } });
  }));
