import { mkdirSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { restore } from "../../src/restore/operations/restore.ts";
import { withSnapshots } from "../support/snapshot-place.ts";

test.each([
  ["the linked project", "to-project/src/a.txt", ["src/a.txt"]],
  ["a deleted directory in it", "to-project/gone/b.txt", ["gone/b.txt"]],
  ["a link to a directory of the project", "to-src/a.txt", ["src/a.txt"]],
  ["a link to all of it", "to-project", ["gone/b.txt", "src/a.txt"]],
])("a path leads into the project through a link: %s", (_, path, restored) =>
  withSnapshots(async ({ root, project, ctx, at, put }) => {
    put("src/a.txt", "before\n");
    put("gone/b.txt", "before\n");
    await at("prompt", 1);
    put("src/a.txt", "after\n");
    put("gone", null);
    await at("turn_end", 1);
    symlinkSync(project, join(root, "to-project"));
    symlinkSync(join(project, "src"), join(root, "to-src"));
    const caller = { ...ctx.caller, cwd: join(root, "to-project") };
    const { files } = await restore.call({ ...ctx, caller }, { target: "1", paths: [join(root, path)] });
    expect(files.map((file) => file.path)).toEqual(restored);
  }),
);

test("a link in the project is not followed, and a path elsewhere is refused", () =>
  withSnapshots(async ({ root, at, put, project, restore: bringBack }) => {
    mkdirSync(join(root, "elsewhere"));
    symlinkSync(join(root, "elsewhere"), join(project, "link"));
    await at("prompt", 1);
    put("link", null);
    put("a.txt", "new\n");
    await at("turn_end", 1);
    symlinkSync(project, join(root, "to-project"));
    const { files } = await bringBack("1", { dryRun: true, paths: [join(root, "to-project/link")] });
    expect(files).toMatchObject([{ path: "link", change: "created" }]);
    for (const path of ["elsewhere", "to-project/../elsewhere", "nothing/a.txt"])
      await expect(bringBack("1", { paths: [join(root, path)] })).rejects.toThrow("is outside of");
  }));
