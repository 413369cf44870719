import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { createBackupTask } from "../../src/daemon/backup-task.ts";
import { listBackups } from "../../src/files/backups.ts";
import { shareCodeCache } from "../support/share-code-cache.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const script = fileURLToPath(new URL("../../dist/main.cjs", import.meta.url));

async function openWithTask(place: TestPlace) {
  const logged: object[] = [];
  const ctx = {
    ...(await place.open()),
    log: { info: (_: string, fields = {}) => logged.push(fields), error() {} },
  };
  const state = join(place.root, "state");
  shareCodeCache(state, "dist");
  const env = { PATH: process.env["PATH"], HOME: place.root, HOLDFAST_HOME: state };
  return { ctx, logged, task: createBackupTask({ script, env }) };
}

test("R-P8: the daemon makes the daily backup in a separate process, and tries at most once an hour", () =>
  withPlace(async (place) => {
    const { ctx, logged, task } = await openWithTask(place);
    const { signal } = new AbortController();
    await task.run(ctx, signal);
    const made = listBackups(ctx.paths.database, Number.POSITIVE_INFINITY);
    expect(made).toHaveLength(1);
    expect(logged).toEqual([{ type: "made", path: made[0]?.path }]);
    place.clock.now += 48 * 3_600_000;
    await task.run(ctx, signal);
    expect(logged).toHaveLength(1);
  }));

test("a daemon that stops ends the process that makes a backup", () =>
  withPlace(async (place) => {
    const { ctx, logged, task } = await openWithTask(place);
    const ending = new AbortController();
    const run = task.run(ctx, ending.signal);
    ending.abort();
    await expect(run).rejects.toMatchObject({ name: "AbortError" });
    expect(logged).toEqual([]);
  }));

test("no backup is made when none is wanted", () =>
  withPlace(
    async (place) => {
      const { ctx, logged, task } = await openWithTask(place);
      await task.run(ctx, new AbortController().signal);
      expect(logged).toEqual([]);
    },
    { store: { backups: 0 } },
  ));
