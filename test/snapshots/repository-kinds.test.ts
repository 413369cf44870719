import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runGitIn, type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

const LARGE = "x".repeat(11 * 1024 * 1024);
const POINTER = `version https://git-lfs.github.com/spec/v1\noid sha256:${"0".repeat(64)}\nsize 12345\n`;

/** A kind of repository, what an agent does in it, and what is there after the restore of its turn. */
interface Kind {
  prepare(place: SnapshotPlace): void;
  agent(place: SnapshotPlace): void;
  /** Content by path; null for nothing, and `-> target` for a link. */
  afterwards: Record<string, string | null>;
  /** What the snapshot says that it does not cover. */
  uncovered?: string[];
}

const kinds: Record<string, Kind> = {
  "with a submodule": {
    prepare(place) {
      const { root, put, git } = place;
      const origin = otherRepository(join(root, "origin"));
      git("-c", "protocol.file.allow=always", "submodule", "--quiet", "add", origin, "sub");
      put("a", "a\n");
      commit(place);
    },
    agent({ put }) {
      put("a", "agent\n");
      put("sub/f", "agent\n");
      put("sub/new", "agent\n");
    },
    afterwards: { a: "a\n", "sub/f": "agent\n", "sub/new": "agent\n" },
    uncovered: ["sub/"],
  },
  "with a repository inside": {
    prepare(place) {
      otherRepository(join(place.project, "inner"));
      place.put("outer", "a\n");
    },
    agent({ put }) {
      put("outer", null);
      put("inner/f", "agent\n");
    },
    afterwards: { outer: "a\n", "inner/f": "agent\n" },
    uncovered: ["inner/"],
  },
  // Git takes none of them for a repository.
  "with names of git that lead nowhere": {
    prepare({ project, put }) {
      put("plain", "a\n");
      for (const name of ["none/f", "gone/f", "odd/f", "lost/below/f"]) put(name, "a\n");
      mkdirSync(join(project, "none/.git"));
      put("gone/.git", `gitdir: ${join(project, "nowhere")}\n`);
      put("odd/.git", "not a link\n");
      symlinkSync("nowhere", join(project, "lost/.git"));
    },
    agent({ put }) {
      for (const name of ["plain", "none/f", "gone/f", "odd/f", "lost/below/f"]) put(name, null);
      put("none/new", "agent\n");
      put("odd/new", "agent\n");
    },
    afterwards: {
      plain: "a\n",
      "none/f": "a\n",
      "gone/f": "a\n",
      "odd/f": "a\n",
      "lost/below/f": "a\n",
      "none/new": null,
      "odd/new": null,
    },
  },
  "with a sparse checkout": {
    prepare(place) {
      for (const name of ["in/f", "out/f"]) place.put(name, `${name}\n`);
      commit(place);
      place.git("sparse-checkout", "set", "in");
    },
    agent({ put }) {
      put("in/f", null);
      put("in/new", "agent\n");
    },
    afterwards: { "in/f": "in/f\n", "in/new": null, "out/f": null },
  },
  "with files of 11 MB": {
    prepare({ put, git }) {
      for (const name of ["tracked", "untracked"]) put(name, LARGE);
      git("add", "tracked");
    },
    agent({ put }) {
      for (const name of ["tracked", "untracked"]) put(name, "agent\n");
    },
    afterwards: { tracked: LARGE, untracked: "agent\n" },
    uncovered: ["untracked"],
  },
  "where only the case of a name changed": {
    prepare(place) {
      place.put("Readme", "a\n");
      commit(place);
    },
    agent: ({ git }) => git("mv", "Readme", "README"),
    afterwards: { Readme: "a\n", README: null },
  },
  "with links to directories, out of the tree, and to nothing": {
    prepare({ project, root, put }) {
      put("dir/f", "f\n");
      mkdirSync(join(root, "outside"));
      writeFileSync(join(root, "outside/f"), "not ours\n");
      const links = { inside: "dir", outside: "../outside", nothing: "gone" };
      for (const [name, target] of Object.entries(links)) symlinkSync(target, join(project, name));
    },
    agent({ project, put }) {
      for (const name of ["inside", "outside", "nothing"]) rmSync(join(project, name));
      put("inside/f", "a directory\n");
      symlinkSync("dir", join(project, "nothing"));
    },
    afterwards: {
      inside: "-> dir",
      outside: "-> ../outside",
      nothing: "-> gone",
      "dir/f": "f\n",
      "../outside/f": "not ours\n",
    },
  },
  "that converts line ends": {
    prepare(place) {
      place.git("config", "core.autocrlf", "true");
      place.put(".gitattributes", "*.txt text eol=crlf\n");
      for (const name of ["a.txt", "b.sh"]) place.put(name, "one\r\ntwo\n");
      commit(place);
    },
    agent({ put }) {
      for (const name of ["a.txt", "b.sh"]) put(name, "one\ntwo\r\n");
    },
    afterwards: { "a.txt": "one\r\ntwo\n", "b.sh": "one\r\ntwo\n" },
  },
  "that assumes files to be unchanged": {
    prepare(place) {
      place.put("a", "a\n");
      commit(place);
      place.git("update-index", "--assume-unchanged", "a");
    },
    agent: ({ put }) => put("a", "agent\n"),
    afterwards: { a: "a\n" },
  },
  "without a commit, with a locked index": {
    prepare({ put, git }) {
      put("a", "a\n");
      git("add", "a");
      put(".git/index.lock", "");
    },
    agent: ({ put }) => put("a", null),
    afterwards: { a: "a\n", ".git/index.lock": "" },
  },
  "with a detached HEAD": {
    prepare(place) {
      place.put("a", "a\n");
      commit(place);
      place.git("checkout", "-q", "--detach");
    },
    agent({ put, git }) {
      put("a", "agent\n");
      git("commit", "-qam", "agent");
    },
    afterwards: { a: "a\n" },
  },
  "whose files are elsewhere (core.worktree)": {
    prepare({ root, put, git }) {
      mkdirSync(join(root, "elsewhere"));
      writeFileSync(join(root, "elsewhere/f"), "not here\n");
      put("a", "a\n");
      git("config", "core.worktree", "../../elsewhere");
    },
    agent({ root, put }) {
      put("a", "agent\n");
      writeFileSync(join(root, "elsewhere/f"), "agent\n");
    },
    afterwards: { a: "a\n", "../elsewhere/f": "agent\n" },
  },
  "with programs": {
    prepare({ project, put }) {
      put("run", "#!/bin/sh\n");
      chmodSync(join(project, "run"), 0o755);
    },
    agent: ({ put }) => put("run", null),
    afterwards: { run: "#!/bin/sh\n" },
  },
};

test.each(Object.keys(kinds))("a repository %s: a turn is taken back", (name) =>
  withSnapshots(async (place) => {
    const { project, at, restore } = place;
    const kind = kinds[name];
    kind?.prepare(place);
    await at("prompt", 1);
    kind?.agent(place);
    await at("turn_end", 1);
    const index = () => describeFile(join(project, ".git/index"));
    const before = index();
    const { uncovered, conflicts, failed } = await restore("1");
    expect({ conflicts, failed }).toEqual({ conflicts: [], failed: [] });
    expect(uncovered.map(({ path }) => path)).toEqual(kind?.uncovered ?? []);
    for (const [path, content] of Object.entries(kind?.afterwards ?? {}))
      expect(describeFile(join(project, path)) === content, path).toBe(true);
    expect(index()).toBe(before);
  }),
);

test("LFS pointers stay pointers: their filter does not run, even if the configuration names it", () =>
  withSnapshots(async ({ root, project, at, put, git, restore }) => {
    const canary = join(root, "canary");
    const filter = ["filter.lfs.clean", `touch '${canary}'; cat`];
    put(".gitattributes", "*.bin filter=lfs diff=lfs merge=lfs -text\n");
    put("a.bin", POINTER);
    await at("session_start", 0);
    // Where the user's git has it, it runs: the attributes are in effect.
    git("config", ...filter);
    git("add", "a.bin");
    expect(existsSync(canary)).toBe(true);
    rmSync(canary);
    const snapshots = join(root, "state/snapshots");
    const store = readdirSync(snapshots).find((name) => name.endsWith(".git")) ?? "";
    runGitIn(join(snapshots, store), ["config", ...filter]);
    put("a.bin", `${POINTER}\n`);
    await at("prompt", 1);
    put("a.bin", "content");
    await at("turn_end", 1);
    await restore("1");
    expect(readFileSync(join(project, "a.bin"), "utf8")).toBe(`${POINTER}\n`);
    expect(existsSync(canary)).toBe(false);
  }));

function otherRepository(directory: string): string {
  mkdirSync(directory);
  writeFileSync(join(directory, "f"), "theirs\n");
  for (const args of [
    ["init", "-q"],
    ["add", "."],
    ["commit", "-qm", "first"],
  ])
    runGitIn(directory, args);
  return directory;
}

function commit({ git }: SnapshotPlace): void {
  git("add", "-A");
  git("commit", "-qm", "first");
}

function describeFile(path: string): string | null {
  const stat = lstatSync(path, { throwIfNoEntry: false });
  if (!stat) return null;
  return stat.isSymbolicLink() ? `-> ${readlinkSync(path)}` : readFileSync(path, "latin1");
}
