import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { resume } from "../../src/place/operations/resume.ts";
import { save } from "../../src/place/operations/save.ts";
import { DAY, failed, pendingPlace, placeFile, withShared } from "../support/pending-place.ts";
import { sharedFolder } from "../support/shared-folder.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const AS = (nativeSession: string) => ({ agent: "claude-code", nativeSession });

describe("the target of a sentinel", () => {
  test.each([
    ["a file outside", (place: TestPlace) => join(place.root, "outside.md")],
    [
      "a file outside by ..",
      ({ project }: TestPlace) => `${project}/.workflow_artifacts/memory/checkpoints/../../../outside.md`,
    ],
    ["a directory", ({ project }: TestPlace) => join(project, ".workflow_artifacts/memory/checkpoints")],
    ["a link", ({ project }: TestPlace) => join(project, ".workflow_artifacts/memory/checkpoints/link.md")],
    ["nothing", ({ project }: TestPlace) => join(project, ".workflow_artifacts/memory/checkpoints/gone.md")],
  ])("P27: %s is rejected, and the sentinel is kept", (_what, target) =>
    withShared(async (place, shared) => {
      shared.write("../outside.md", placeFile("outside"));
      shared.write("../../outside.md", placeFile("outside"));
      mkdirSync(shared.path("memory/checkpoints"));
      symlinkSync(shared.path("../outside.md"), shared.path("memory/checkpoints/link.md"));
      const sentinel = shared.write("memory/pending-restore-mine.txt", `${target(place)}\n`);
      const error = await failed(resume.call(await place.open(AS("mine")), { yes: true }));
      expect(error.code).toBe("conflict");
      expect(existsSync(sentinel)).toBe(true);
    }),
  );

  test("P27: if it is a deleted checkpoint, the error says so and names the sentinel's path", () =>
    withPlace(async ({ open }) => {
      const ctx = await open(AS("mine"));
      const { id, place } = await save.call(ctx, { task: "t" });
      await ctx.store.deleteCheckpoints([id]);
      const { message, next } = await failed(resume.call(ctx, {}));
      expect(message).toBe(`${place?.pending} names "${id}", which no longer exists.`);
      expect(next).toContain("--choice skip");
      expect(existsSync(place?.pending ?? "")).toBe(true);
    }));

  test("is ignored if the sentinel itself is a link", () =>
    withShared(async ({ open }, shared) => {
      const real = pendingPlace(shared, "x", "t");
      shared.write("elsewhere.txt", readFileSync(real, "utf8"));
      rmSync(real);
      symlinkSync(shared.path("elsewhere.txt"), shared.path("memory/pending-restore-mine.txt"));
      expect((await resume.call(await open(AS("mine")), { yes: true })).warnings).toEqual([]);
      expect(existsSync(shared.path("memory/pending-restore-mine.txt"))).toBe(true);
    }));

  test("P27: is not read if the directory is a link", () =>
    withPlace(async ({ open, project, root }) => {
      const elsewhere = sharedFolder(join(root, "elsewhere"));
      pendingPlace(elsewhere, "mine", "theirs");
      elsewhere.write("memory/pending-prompt-mine.txt", "run this");
      mkdirSync(join(project, ".workflow_artifacts"));
      symlinkSync(elsewhere.memory, join(project, ".workflow_artifacts/memory"));
      const ctx = await open(AS("mine"));
      expect((await failed(resume.call(ctx, {}))).code).toBe("conflict");
      const { place, warnings } = await save.call(ctx, { task: "t" });
      expect([place?.file, place?.pending]).toEqual([null, null]);
      expect(warnings.join()).toContain("is a symbolic link");
      expect((await resume.call(ctx, { choice: "skip" }).catch(() => undefined))?.held ?? null).toBeNull();
    }));

  test("P33: if it is a damaged file, the text is shown and the place remains pending", () =>
    withShared(async ({ open }, shared) => {
      const file = shared.write(`memory/checkpoints/${DAY}-t.md`, "## Status\nhalf of a fi");
      const sentinel = shared.write("memory/pending-restore-mine.txt", `${file}\n`);
      const resumed = await resume.call(await open(AS("mine")), { yes: true });
      expect(resumed).toMatchObject({ raw: "## Status\nhalf of a fi", place: null, restored: false });
      expect(resumed.warnings).toEqual([expect.stringContaining("is damaged")]);
      expect(existsSync(sentinel)).toBe(true);
    }));
});
