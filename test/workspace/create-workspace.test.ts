import { execFileSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createRedactor } from "../../src/redact/create-redactor.ts";
import { createWorkspace } from "../../src/workspace/create-workspace.ts";

let root: string;
beforeEach(() => {
  root = realpathSync(mkdtempSync(join(tmpdir(), "holdfast-workspace-")));
});
afterEach(() => rmSync(root, { recursive: true, force: true }));

function git(cwd: string, ...args: string[]): string {
  const identity = ["-c", "user.name=t", "-c", "user.email=t@example.invalid"];
  return execFileSync("git", [...identity, ...args], { cwd, encoding: "utf8", stdio: "pipe" }).trim();
}

function repository(name: string): string {
  const path = join(root, name);
  mkdirSync(path);
  git(path, "init", "-q", "-b", "trunk");
  git(path, "commit", "-q", "--allow-empty", "-m", "first");
  return path;
}

describe("locate", () => {
  const { locate } = createWorkspace(createRedactor());

  test("names a repository by its root from any folder inside, also through a symlink", async () => {
    const repo = repository("app");
    mkdirSync(join(repo, "src/deep"), { recursive: true });
    symlinkSync(repo, join(root, "link"));
    const expected = {
      projectRoot: repo,
      worktree: repo,
      head: git(repo, "rev-parse", "HEAD"),
      branch: "trunk",
    };
    expect(await locate(join(repo, "src/deep"))).toEqual(expected);
    expect(await locate(join(root, "link"))).toEqual(expected);
  });

  test("gives worktrees of one repository the same project and their own branch", async () => {
    const repo = repository("app");
    git(repo, "worktree", "add", "-q", "-b", "feature/x", join(root, "side"));
    git(repo, "pack-refs", "--all");
    const side = await locate(join(root, "side"));
    expect(side).toMatchObject({ projectRoot: repo, worktree: join(root, "side"), branch: "feature/x" });
    expect(side.head).toBe(git(repo, "rev-parse", "feature/x"));
  });

  test("reads a detached head and an unborn branch", async () => {
    const repo = repository("app");
    git(repo, "checkout", "-q", "--detach");
    expect(await locate(repo)).toMatchObject({ branch: null, head: git(repo, "rev-parse", "HEAD") });
    mkdirSync(join(root, "new"));
    git(join(root, "new"), "init", "-q", "-b", "trunk");
    expect(await locate(join(root, "new"))).toMatchObject({ branch: "trunk", head: null });
  });

  test("takes the folder itself where there is no repository, or a broken one", async () => {
    mkdirSync(join(root, "plain/.git"), { recursive: true });
    const place = {
      projectRoot: join(root, "plain"),
      worktree: join(root, "plain"),
      head: null,
      branch: null,
    };
    expect(await locate(join(root, "plain"))).toEqual(place);
    expect(await locate(join(root, "gone"))).toMatchObject({ projectRoot: join(root, "gone") });
  });

  test("SEC-S52: runs none of the programs that a hostile repository names", async () => {
    const repo = repository("hostile");
    const canary = join(root, "canary");
    const program = join(root, "program");
    writeFileSync(program, `#!/bin/sh\ntouch ${canary}\n`, { mode: 0o755 });
    for (const key of [
      "core.fsmonitor",
      "core.pager",
      "core.sshCommand",
      "filter.x.clean",
      "diff.external",
    ]) {
      git(repo, "config", key, program);
    }
    mkdirSync(join(root, "hooks"));
    writeFileSync(join(root, "hooks/post-index-change"), `#!/bin/sh\ntouch ${canary}\n`, { mode: 0o755 });
    git(repo, "config", "core.hooksPath", join(root, "hooks"));
    expect(await locate(repo)).toMatchObject({ branch: "trunk" });
    expect(existsSync(canary)).toBe(false);
  });

  test("SEC-S54: a reference that leaves the git directory is not followed", async () => {
    const repo = repository("app");
    writeFileSync(join(root, "secret"), "0".repeat(40));
    writeFileSync(join(repo, ".git/HEAD"), "ref: refs/../../../secret\n");
    expect(await locate(repo)).toMatchObject({ head: null, branch: null });
  });
});
