import { closeSync, existsSync, openSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withSnapshots } from "../support/snapshot-place.ts";

test("brings back what a turn deleted through the shell", () =>
  withSnapshots(async ({ project, at, put, git, restore }) => {
    put("src/a.ts", "a\n");
    put("src/deep/b.ts", "b\r\n");
    put("notes.txt", "untracked\n");
    git("add", "src");
    git("commit", "-qm", "first");
    await at("session_start", 0);
    await at("prompt", 1);
    put("src", null);
    put("notes.txt", "overwritten\n");
    put("made.txt", "made by the agent\n");
    await at("turn_end", 1);
    const result = await restore("1");
    expect(result).toMatchObject({
      applied: true,
      conflicts: [],
      counts: { created: 2, changed: 1, deleted: 1 },
    });
    expect(readFileSync(join(project, "src/deep/b.ts"), "latin1")).toBe("b\r\n");
    expect(readFileSync(join(project, "notes.txt"), "utf8")).toBe("untracked\n");
    expect(existsSync(join(project, "made.txt"))).toBe(false);
  }));

test("takes a restore back byte for byte", () =>
  withSnapshots(async ({ project, at, put, restore, undo }) => {
    put("a.txt", "one\n");
    await at("prompt", 1);
    put("a.txt", Buffer.from([0, 255, 13, 10]));
    put("dir/new.txt", "new\n");
    await at("turn_end", 1);
    await restore("1");
    expect(existsSync(join(project, "dir"))).toBe(false);
    expect(await undo()).toMatchObject({ applied: true, conflicts: [] });
    expect(readFileSync(join(project, "a.txt"))).toEqual(Buffer.from([0, 255, 13, 10]));
    expect(readFileSync(join(project, "dir/new.txt"), "utf8")).toBe("new\n");
  }));

test("after a file could not be written to its end, the next one is read from its beginning", () =>
  withSnapshots(async ({ root, ctx, project, at, put }) => {
    put("a", "a".repeat(300_000));
    put("b", "b\n");
    await at("prompt", 1);
    const place = await ctx.workspace.locate(project);
    const closed = openSync("/dev/null", "r");
    const copy = openSync(join(root, "copy"), "w");
    await ctx.snapshots.read(place, async (store) => {
      const [a, b] = [await store.identify("a"), await store.identify("b")];
      await expect(store.writeBlob(a?.blob ?? "", closed)).rejects.toThrow("EBADF");
      await store.writeBlob(b?.blob ?? "", copy);
    });
    for (const fd of [closed, copy]) closeSync(fd);
    expect(readFileSync(join(root, "copy"), "utf8")).toBe("b\n");
  }));
