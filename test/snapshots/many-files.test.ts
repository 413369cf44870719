import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { expect, test } from "vitest";
import { adoptObjects, findMissing } from "../../src/workspace/snapshots/adopt-objects.ts";
import { createDiff } from "../../src/workspace/snapshots/compare-trees.ts";
import { layoutOf, prepareStore } from "../../src/workspace/snapshots/store-layout.ts";
import { withSnapshots } from "../support/snapshot-place.ts";

const FILES = 200_000;

test("more files than a call can have arguments are taken over from the user's repository", () =>
  withSnapshots(async ({ root, project, put, git }) => {
    put("a", "a\n");
    const blob = git("hash-object", "-w", "a").trim();
    const input = Array.from({ length: FILES }, (_, number) => `100644 blob ${blob}\tfile-${number}\n`).join(
      "",
    );
    const tree = execFileSync("git", ["mktree"], { cwd: project, input, encoding: "utf8" }).trim();
    const place = { projectRoot: project, worktree: project };
    const stores = join(root, "stores");
    const layout = layoutOf(stores, place, process.env["PATH"] ?? "");
    prepareStore(stores, layout, place);
    expect(await findMissing(layout, [tree, blob])).toEqual([tree, blob]);
    await adoptObjects(layout, [tree], createDiff(layout));
    expect(await findMissing(layout, [tree, blob])).toEqual([]);
  }));
