import { chmodSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { prune } from "../../src/checkpoints/operations/prune.ts";
import { hashBytes } from "../../src/workspace/snapshots/loose-objects.ts";
import { runGitIn, type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

test("a snapshot of a few changes calls git twice, as one without changes; of a new directory six times", () =>
  withCountedGit(async ({ at, put, git, calls, files }) => {
    put("src/a", "a\n");
    git("add", "-A");
    git("commit", "-qm", "first");
    await later();
    await at("prompt", 1);
    calls();
    put("src/a", "agent\n");
    put("src/new", "new\n");
    await at("turn_end", 1);
    expect(calls()).toEqual(["diff-files", "ls-files"]);
    expect(await files()).toEqual({ "src/a": "agent\n", "src/new": "new\n" });
    calls();
    put("lib/b", "b\n");
    await at("turn_end", 1);
    const listing = ["ls-files", "ls-files"];
    expect(calls()).toEqual(["diff-files", "diff-tree", ...listing, "update-index", "write-tree"]);
    expect(await files()).toEqual({ "lib/b": "b\n", "src/a": "agent\n", "src/new": "new\n" });
    await later();
    await at("prompt", 2);
    calls();
    // It writes the user's index anew, with the same entries.
    git("status");
    await at("turn_end", 2);
    expect(calls()).toEqual(["diff-files", "ls-files"]);
  }));

test("a restore among nobody else's changes builds no tree of its own", () =>
  withCountedGit(async ({ at, put, git, calls, restore, undo, files }) => {
    put("a", "a\n");
    git("add", "-A");
    git("commit", "-qm", "first");
    await at("prompt", 1);
    put("a", "agent\n");
    await at("turn_end", 1);
    await later();
    calls();
    await restore("1");
    expect(calls()).not.toContain("read-tree");
    expect(await files()).toEqual({ a: "a\n" });
    put("mine", "mine\n");
    await undo();
    expect(await files()).toEqual({ a: "agent\n", mine: "mine\n" });
  }));

test("what a failed snapshot had brought into the private index is in the next one", () =>
  withCountedGit(async ({ at, put, files, failing }) => {
    put("a", "a\n");
    await at("prompt", 1);
    await later();
    await at("prompt", 2);
    put("a", "agent\n");
    failing("write-tree");
    await at("turn_end", 1);
    failing("");
    await later();
    await at("turn_end", 1);
    expect(await files()).toEqual({ a: "agent\n" });
  }));

test("content that is gone from the user's repository after a failed snapshot is read from the file again", () =>
  withCountedGit(async ({ at, put, git, files, failing, restore }) => {
    put("a", "a\n");
    await at("prompt", 1);
    put("new/notes", "precious\n");
    git("add", "new/notes");
    git("reset", "-q");
    failing("write-tree");
    await at("turn_end", 1);
    failing("");
    git("gc", "-q", "--prune=now");
    const { note } = await restore("1", { dryRun: true });
    expect(note).toContain("the files could not be captured 1 time (git write-tree failed");
    await at("prompt", 2);
    expect(await files()).toEqual({ a: "a\n", "new/notes": "precious\n" });
  }));

/** Each of them loses what no tree of ours has. */
const LOSSES = {
  "gc by a person": ({ git }: CountedPlace) => git("gc", "-q", "--prune=now"),
  "prune of the store": async ({ ctx, at, clock, put }: CountedPlace) => {
    // Space is only given back if snapshots expired.
    const [name, session] = ["more", "ses_other"];
    put(name, "more\n");
    await at("turn_end", 1, session);
    clock.now += 30 * 86_400_000;
    put(name, null);
    await at("turn_end", 1, "ses_third");
    expect((await prune.call(ctx, {})).snapshots).toBeGreaterThan(0);
  },
} as const;

test.each(
  Object.entries(LOSSES).flatMap(([name, lose]) => {
    const isOwn = lose === LOSSES["prune of the store"];
    // What is only in our own store is not copied there.
    return ["write-tree", isOwn ? "diff-tree" : "pack-objects"].map((failed) => ({
      name,
      lose,
      failed,
      isOwn,
    }));
  }),
)(
  "after $failed failed in a linked worktree, $name takes away nothing that a later snapshot needs",
  ({ lose, failed, isOwn }) =>
    withCountedGit(async (place) => {
      const { root, project, store, at, put, git, files, failing } = place;
      put("a", "a\n");
      git("add", "-A");
      git("commit", "-qm", "first");
      const linked = join(root, "linked");
      git("worktree", "add", "-q", linked);
      await at("prompt", 1);
      await at("prompt", 1, "ses_linked", linked);
      // A new directory, for which the private index is written.
      mkdirSync(join(linked, "new"));
      writeFileSync(join(linked, "new/notes"), "precious\n");
      if (!isOwn) runGitIn(linked, ["add", "new/notes"]);
      if (!isOwn) runGitIn(linked, ["reset", "-q"]);
      await later();
      failing(failed);
      await at("turn_end", 1, "ses_linked", linked);
      failing("");
      expect(place.ctx.snapshots.failures()).toHaveLength(1);
      await lose(place);
      const blob = hashBytes(Buffer.from("precious\n"), "sha1");
      for (const each of [project, store()])
        expect(() => runGitIn(each, ["cat-file", "-e", blob])).toThrow("Command failed");
      await later();
      await at("prompt", 2, "ses_linked", linked);
      expect(await files(linked)).toEqual({ a: "a\n", "new/notes": "precious\n" });
    }),
);

test("a tracked file that comes back while it is ignored is captured until it is tracked no longer", () =>
  withCountedGit(async ({ project, at, put, git, files, calls }) => {
    put("a", "a\n");
    put("kept", "first\n");
    git("add", "-A");
    git("commit", "-qm", "first");
    await at("prompt", 1);
    put("kept", null);
    await at("turn_end", 1);
    put("a", "changed\n");
    await at("turn_end", 2);
    // No file that a snapshot contains has this rule.
    writeFileSync(join(project, ".git/info/exclude"), "kept\n");
    put("kept", "second\n");
    calls();
    await at("turn_end", 3);
    expect(await files()).toEqual({ a: "changed\n", kept: "second\n" });
    expect(calls().filter((name) => name === "ls-files")).toHaveLength(1);
    put("kept", null);
    await at("turn_end", 4);
    git("rm", "-q", "--cached", "kept");
    git("commit", "-qm", "second");
    await at("turn_end", 5);
    put("kept", "mine\n");
    await at("turn_end", 6);
    expect(await files()).toEqual({ a: "changed\n" });
    git("add", "-f", "kept");
    git("commit", "-qm", "third");
    await at("turn_end", 7);
    expect(await files()).toEqual({ a: "changed\n", kept: "mine\n" });
  }));

test.each(["sha1", "sha256"])(
  "git itself finds nothing wrong with what is stored in a repository of %s",
  (hash) =>
    withCountedGit(
      async ({ project, store, at, put, git }) => {
        git("init", "-q", `--object-format=${hash}`);
        put("a", "a\n");
        git("add", "-A");
        await at("prompt", 1);
        put("b", "b\n");
        chmodSync(join(project, "b"), 0o600);
        await at("turn_end", 1);
        expect(runGitIn(store(), ["fsck", "--full", "--strict", "--no-dangling"])).toBe("");
        const format = "--format=%(objecttype)";
        expect(runGitIn(store(), ["for-each-ref", format, "refs/snapshots"])).toBe("commit\ncommit\n");
      },
      { git: false },
    ),
);

/** What was captured in the second before is read once more. */
const later = () => new Promise((resolve) => setTimeout(resolve, 1_050));

interface CountedPlace extends SnapshotPlace {
  /** The commands of git that were called since the last time. */
  calls(): string[];
  /** Lets one command of git fail. */
  failing(command: string): void;
  store(): string;
  /** What the newest snapshot contains. */
  files(worktree?: string): Promise<Record<string, string>>;
}

/** The product finds a `git` that notes its commands. The person's own one is not counted. */
function withCountedGit(
  work: (place: CountedPlace) => Promise<void>,
  options: { git?: boolean } = {},
): Promise<void> {
  const env = (root: string) => ({ PATH: `${createGit(root)}:${process.env["PATH"]}` });
  return withSnapshots(
    async (place) => {
      const log = join(place.root, "calls");
      const stores = join(place.root, "state/snapshots");
      const store = () => join(stores, readdirSync(stores).find((name) => name.endsWith(".git")) ?? "");
      await work({
        ...place,
        store,
        calls() {
          const called = existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : [];
          rmSync(log, { force: true });
          return called.filter((name) => name !== "").toSorted();
        },
        failing: (command) => writeFileSync(join(place.root, "failing"), command),
        async files(worktree = place.project) {
          const at = { projectRoot: place.project, worktree };
          const tree = (await place.ctx.snapshots.read(at, (own) => own.list()))?.at(-1)?.tree ?? "";
          const names = runGitIn(store(), ["ls-tree", "-r", "--name-only", tree]).trim().split("\n");
          return Object.fromEntries(
            names.map((name) => [name, runGitIn(store(), ["cat-file", "blob", `${tree}:${name}`])]),
          );
        },
      });
    },
    { ...options, env },
  );
}

function createGit(root: string): string {
  const directory = join(root, "bin");
  mkdirSync(directory);
  const script = `#!/bin/sh
    command() { while [ "$1" = -c ]; do shift 2; done; echo "$1"; }
    name=$(command "$@")
    echo "$name" >> '${join(root, "calls")}'
    [ "$name" = "$(cat '${join(root, "failing")}' 2> /dev/null)" ] && exit 1
    PATH='${process.env["PATH"]}' exec git "$@"
  `;
  writeFileSync(join(directory, "git"), script, { mode: 0o700 });
  return directory;
}
