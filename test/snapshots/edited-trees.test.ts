import { chmodSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { runGitIn, type SnapshotPlace, withSnapshots } from "../support/snapshot-place.ts";

/** What the newest snapshot contains, and what git itself makes of the same files. */
async function trees({ ctx, root, project, git }: SnapshotPlace) {
  const place = { projectRoot: project, worktree: project };
  const captured = (await ctx.snapshots.read(place, (store) => store.list()))?.at(-1)?.tree ?? "";
  git("add", "-A");
  const stores = join(root, "state/snapshots");
  const store = join(stores, readdirSync(stores).find((name) => name.endsWith(".git")) ?? "");
  // Nothing that it refers to is missing or damaged.
  runGitIn(store, ["fsck", "--full", "--strict", "--no-dangling"]);
  return { captured, expected: git("write-tree").trim(), store };
}

/** Names that sort in another way as a file than as a directory. */
const NAMES = ["a", "a.b", "a/b", "a0", "b", "b.", "b/c/d", "b/c.d", "b-c", "c é"].filter(
  (name, _, all) => !all.some((other) => other.startsWith(`${name}/`)),
);

test.each(["sha1", "sha256"])("a few changes make the tree that git makes of them, with %s", (hash) =>
  withSnapshots(
    async (place) => {
      const { project, git, put, at } = place;
      git("init", "-q", `--object-format=${hash}`);
      for (const name of NAMES) put(name, "first\n");
      await at("prompt", 1);
      for (const [turn, name] of NAMES.entries()) {
        put(name, `${turn}\n`);
        put("a/new-".concat(String(turn)), "new\n");
        await at("turn_end", turn + 1);
        const { captured, expected } = await trees(place);
        expect(captured, name).toBe(expected);
      }
      chmodSync(join(project, "b"), 0o755);
      rmSync(join(project, "b-c"));
      symlinkSync("b/c/d", join(project, "b-c"));
      await at("turn_end", 20);
      const { captured, expected } = await trees(place);
      expect(captured).toBe(expected);
    },
    { git: false },
  ),
);

test("many changes, large ones, deletions and new directories make the same tree as a few", () =>
  withSnapshots(async (place) => {
    const { put, at } = place;
    const many = Array.from({ length: 251 }, (_, number) => `src/file-${number}`);
    for (const name of many) put(name, "first\n");
    await at("prompt", 1);
    const changes = [
      () => put("src/file-0", "second\n"),
      () => many.forEach((name) => put(name, "third\n")),
      () => put("src/large", Buffer.alloc(3 * 2 ** 20)),
      () => put("src/file-1", "fourth\n"),
      () => put("src/file-2", null),
      () => put("src/file-3", "fifth\n"),
      () => put("lib/new", "sixth\n"),
      () => put("src/file-3", "first\n"),
      () => put("lib", null),
    ];
    for (const [turn, change] of changes.entries()) {
      change();
      await at("turn_end", turn + 1);
      const { captured, expected } = await trees(place);
      expect(captured, `change ${turn}`).toBe(expected);
    }
  }));

test("a file that was captured stays captured when it is ignored, until it is gone", () =>
  withSnapshots(async ({ project, ctx, put, at }) => {
    const names = async () => {
      const list =
        (await ctx.snapshots.read({ projectRoot: project, worktree: project }, (store) => store.list())) ??
        [];
      const changes = await ctx.snapshots.read({ projectRoot: project, worktree: project }, (store) =>
        store.compare([list[0]?.tree ?? "", list.at(-1)?.tree ?? ""]),
      );
      return changes?.[0]?.map(({ path }) => path);
    };
    put("kept", "1\n");
    await at("prompt", 1);
    put("note", "1\n");
    await at("turn_end", 1);
    writeFileSync(join(project, ".git/info/exclude"), "note\n");
    put("kept", "2\n");
    await at("turn_end", 2);
    expect(await names()).toEqual(["kept", "note"]);
    put("note", null);
    await at("turn_end", 3);
    expect(await names()).toEqual(["kept"]);
    put("note", "2\n");
    put("kept", "3\n");
    await at("turn_end", 4);
    expect(await names()).toEqual(["kept"]);
  }));

test("the permissions of a new file are forgotten with it", () =>
  withSnapshots(async ({ project, ctx, put, at }) => {
    put("a", "1\n");
    await at("prompt", 1);
    put("secret", "1\n");
    chmodSync(join(project, "secret"), 0o600);
    await at("turn_end", 1);
    put("secret", null);
    put("a", "2\n");
    await at("turn_end", 2);
    const list = await ctx.snapshots.read({ projectRoot: project, worktree: project }, (store) =>
      store.list(),
    );
    const [first, second, third] = list?.map(({ permissions }) => permissions) ?? [];
    expect(second).not.toBe(first);
    expect(third).toBe(first);
  }));

test.each(["git~1", ".gitattributes", "tab\there", "back\\slash", "é"])(
  "a new file called %j is captured or refused as git does it",
  (name) =>
    withSnapshots(async (place) => {
      const { put, at } = place;
      put("a", "1\n");
      await at("prompt", 1);
      put(name, "new\n");
      put("a", "2\n");
      await at("turn_end", 1);
      const refused = name === "git~1";
      if (refused) put(name, null);
      const { captured, expected } = await trees(place);
      expect(captured).toBe(expected);
    }),
);

test("what became a file or a directory since the last snapshot is taken back", () =>
  withSnapshots(async ({ project, clock, at, put, restore }) => {
    clock.now = Date.now();
    const create = (name: string) => put(name, `${name}\n`);
    for (const name of ["was directory/one", "was directory/two", "was file"]) create(name);
    await at("prompt", 1);
    rmSync(join(project, "was directory"), { recursive: true });
    rmSync(join(project, "was file"));
    create("was directory");
    create("was file/one");
    const { failed } = await restore("1");
    expect(failed).toEqual([]);
    expect(readdirSync(join(project, "was directory"))).toEqual(["one", "two"]);
    expect(readFileSync(join(project, "was file"), "utf8")).toBe("was file\n");
  }));
