import { existsSync, mkdirSync, rmdirSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { withSnapshots } from "../support/snapshot-place.ts";

test("a directory without files that a turn deleted comes back if it or one above it is named", () =>
  withSnapshots(async ({ project, put, at, restore }) => {
    put("a.js", "0\n");
    for (const path of ["logs", "data/raw"]) mkdirSync(join(project, path), { recursive: true });
    await at("prompt");
    for (const path of ["logs", "data/raw", "data"]) rmdirSync(join(project, path));
    put("a.js", "1\n");
    await at("turn_end");
    expect(await restore("1", { paths: ["logs"] })).toMatchObject({ files: [] });
    expect(existsSync(join(project, "logs"))).toBe(true);
    expect(existsSync(join(project, "data"))).toBe(false);
    await restore("1", { paths: ["data"] });
    expect(existsSync(join(project, "data/raw"))).toBe(true);
    await expect(restore("1", { paths: ["log"] })).rejects.toMatchObject({
      message: "Neither the snapshot nor the directory has log.",
    });
  }));

test("thousands of files can be named, and no others come back", () =>
  withSnapshots(async ({ put, at, restore }) => {
    const names = Array.from({ length: 1_500 }, (_, index) => `out/${index}.txt`);
    for (const name of [...names, "out.txt"]) put(name, "0\n");
    await at("prompt");
    put("out", null);
    put("out.txt", null);
    await at("turn_end");
    const named = names.slice(0, 1_400);
    const { counts } = await restore("1", { paths: named, yes: false });
    expect(counts).toMatchObject({ created: named.length });
    const tooMany = Array.from({ length: 10_001 }, (_, index) => `${index}`);
    await expect(restore("1", { paths: tooMany })).rejects.toThrow(
      "paths: must be at most 10,000; name the directories that contain them",
    );
  }));
