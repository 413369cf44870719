import { execFileSync } from "node:child_process";
import {
  chownSync,
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

/** Any user but the one that runs the tests, who must be root to give files away. */
const STRANGER = 65_534;

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
  test("a repository in the home directory does not make all work below it one project", async () => {
    const home = repository("home");
    const [notes, project] = [join(home, "notes"), repository("home/shop")];
    mkdirSync(notes);
    mkdirSync(join(project, "src"));
    const { locate: locateIn } = createWorkspace(createRedactor(), home);
    expect(await locateIn(notes)).toEqual({ projectRoot: notes, worktree: notes, head: null, branch: null });
    expect(await locateIn(home)).toMatchObject({ projectRoot: home, branch: "trunk" });
    expect(await locateIn(join(project, "src"))).toMatchObject({ projectRoot: project, branch: "trunk" });
  });

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

  test("worktrees of one repository share a project and have their own branch", async () => {
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

  test("uses the directory itself if there is no repository, or a broken one", async () => {
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

  describe("a directory that claims to belong to another repository is a separate project", () => {
    const own = (name: string) => ({ projectRoot: join(root, name), worktree: join(root, name) });

    test("by a .git file that names that repository", async () => {
      const victim = repository("victim");
      mkdirSync(join(root, "evil"));
      writeFileSync(join(root, "evil/.git"), `gitdir: ${victim}/.git\n`);
      expect(await locate(join(root, "evil"))).toMatchObject(own("evil"));
    });

    test("by naming the entry of one of its worktrees", async () => {
      const victim = repository("victim");
      git(victim, "worktree", "add", "-q", join(root, "side"));
      mkdirSync(join(root, "evil"));
      writeFileSync(join(root, "evil/.git"), `gitdir: ${victim}/.git/worktrees/side\n`);
      expect(await locate(join(root, "evil"))).toMatchObject(own("evil"));
      expect(await locate(join(root, "side"))).toMatchObject({ projectRoot: victim });
    });

    test("by a commondir in a git directory of its own", async () => {
      const victim = repository("victim");
      const evil = repository("evil");
      writeFileSync(join(evil, ".git/commondir"), `${victim}/.git\n`);
      expect(await locate(evil)).toMatchObject(own("evil"));
    });

    test("by an entry that points back, outside of that repository", async () => {
      const victim = repository("victim");
      const entry = join(root, "evil/worktrees/side");
      mkdirSync(entry, { recursive: true });
      writeFileSync(join(entry, "HEAD"), "ref: refs/heads/trunk\n");
      writeFileSync(join(entry, "gitdir"), `${root}/evil/.git\n`);
      writeFileSync(join(entry, "commondir"), `${victim}/.git\n`);
      writeFileSync(join(root, "evil/.git"), "gitdir: worktrees/side\n");
      expect(await locate(join(root, "evil"))).toMatchObject(own("evil"));
    });

    test("by a repository of its own whose core.worktree names that folder", async () => {
      const victim = repository("victim");
      const entry = join(root, "evil/kept/worktrees/side");
      mkdirSync(entry, { recursive: true });
      mkdirSync(join(root, "evil/side"));
      for (const folder of [entry, join(root, "evil/kept")])
        writeFileSync(join(folder, "HEAD"), "ref: refs/heads/trunk\n");
      writeFileSync(join(root, "evil/kept/config"), "[core]\n\tworktree = ../../victim\n");
      writeFileSync(join(entry, "commondir"), "../..\n");
      writeFileSync(join(entry, "gitdir"), "../../../side/.git\n");
      writeFileSync(join(root, "evil/side/.git"), "gitdir: ../kept/worktrees/side\n");
      expect(await locate(victim)).toMatchObject({ projectRoot: victim });
      expect(await locate(join(root, "evil/side"))).toMatchObject({ projectRoot: join(root, "evil/kept") });
    });

    test("by a symlinked .git", async () => {
      const victim = repository("victim");
      mkdirSync(join(root, "evil"));
      symlinkSync(join(victim, ".git"), join(root, "evil/.git"));
      expect(await locate(join(root, "evil"))).toMatchObject(own("evil"));
    });
  });

  test("a submodule and its worktrees are one project, named by the submodule's folder", async () => {
    const [inner, outer] = [repository("inner"), repository("outer")];
    git(outer, "-c", "protocol.file.allow=always", "submodule", "--quiet", "add", inner, "sub");
    git(join(outer, "sub"), "worktree", "add", "-q", join(root, "side"));
    const expected = { projectRoot: join(outer, "sub"), head: git(inner, "rev-parse", "HEAD") };
    expect(await locate(join(outer, "sub"))).toMatchObject(expected);
    expect(await locate(join(root, "side"))).toMatchObject(expected);
  });

  test("a git directory that is kept apart gives commit and branch", async () => {
    mkdirSync(join(root, "app"));
    git(join(root, "app"), "init", "-q", "-b", "trunk", `--separate-git-dir=${root}/kept`);
    git(join(root, "app"), "commit", "-q", "--allow-empty", "-m", "first");
    expect(await locate(join(root, "app"))).toMatchObject({
      projectRoot: join(root, "app"),
      branch: "trunk",
      head: git(join(root, "app"), "rev-parse", "HEAD"),
    });
  });

  test("SEC-S22: settings that lead to another file are refused without its text", async () => {
    const repo = repository("app");
    writeFileSync(join(root, "key"), "hunter2 is in here");
    symlinkSync(join(root, "key"), join(repo, ".holdfast.json"));
    const refusal = await createWorkspace(createRedactor()).projectConfig(repo).catch(String);
    expect(refusal).toMatch(/it is not valid JSON/);
    expect(refusal).not.toMatch(/hunter2/);
  });

  test("another user's .git in a parent directory does not claim our directory", async () => {
    const repo = repository("stranger");
    mkdirSync(join(repo, "ours"));
    chownSync(join(repo, ".git"), STRANGER, STRANGER);
    expect(await locate(join(repo, "ours"))).toMatchObject({ projectRoot: join(repo, "ours") });
    // A whole repository of somebody else, as in a container.
    chownSync(join(repo, "ours"), STRANGER, STRANGER);
    expect(await locate(join(repo, "ours"))).toMatchObject({ projectRoot: repo });
  });
});
