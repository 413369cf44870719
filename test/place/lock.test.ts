import { existsSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { resume } from "../../src/place/operations/resume.ts";
import { save } from "../../src/place/operations/save.ts";
import { sharedFolder } from "../support/shared-folder.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const AS = (nativeSession: string) => ({ agent: "claude-code", nativeSession });

type Shared = ReturnType<typeof sharedFolder>;

function withShared(work: (place: TestPlace, shared: Shared) => Promise<void>) {
  return withPlace(async (place) => await work(place, sharedFolder(place.project)));
}

describe("the lock", () => {
  test("P8 P9 P26 P42: is removed after a save, a resume or an error", () =>
    withShared(async ({ open }, shared) => {
      const ctx = await open(AS("mine"));
      await save.call(ctx, { task: "t" });
      await resume.call(ctx, { yes: true });
      await expect(save.call(ctx, { parent: "chk_zzzzzzzz" })).rejects.toThrow("chk_zzzzzzzz");
      expect(shared.files().filter((name) => name.endsWith(".pid"))).toEqual([]);
    }));

  test("P8: is removed if its process is gone or its pid was reused, and kept if the process is running", () =>
    withShared(async ({ open }, shared) => {
      const ctx = await open(AS("mine"));
      const stale = shared.write("memory/checkpoint-4194305.pid", "123\n");
      const reused = shared.write("memory/checkpoint-1.pid", "not the start of process 1\n");
      const live = shared.write(
        `memory/checkpoint-${process.ppid}.pid`,
        `${ctx.processes.startTime(process.ppid)}\n`,
      );
      await save.call(ctx, { task: "t" });
      expect([stale, reused, live].map((path) => existsSync(path))).toEqual([false, false, true]);
    }));

  test("P8: if it cannot be written, there is a warning, and the place is saved", () =>
    withShared(async ({ open }, shared) => {
      const ctx = await open(AS("mine"));
      shared.write(`memory/checkpoint-${process.pid}.pid/x`, "a directory stands in the way");
      const { id, warnings } = await save.call(ctx, { task: "t" });
      expect(warnings).toEqual([expect.stringContaining("continues without")]);
      expect(await ctx.store.getCheckpoint(id)).toBeDefined();
    }));
});
