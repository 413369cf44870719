import { spawn } from "node:child_process";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join, resolve } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { restore } from "../../src/restore/operations/restore.ts";
import { exported, imported, type Machine, NATIVE, withTwoMachines, work } from "./two-machines.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.cjs");
/** From before the program opens the store until after its end on most machines. */
const MOMENTS = [60, 120, 180, 240, 300, 400, 550, 800];

test(
  "exports and imports that are killed at several moments leave both sides whole, and can be repeated",
  () =>
    withTwoMachines(async (laptop, tower) => {
      writeFileSync(join(laptop.place.project, "work.js"), "not committed\r\n");
      await work(laptop);
      const file = join(laptop.place.root, "killed.holdfast");
      for (const [round, after] of MOMENTS.entries()) {
        const partial = join(laptop.place.root, `killed-${round}.holdfast`);
        await killed(laptop, ["export", "--plain", "--files", "--output", partial], after);
        // The file appears when it is complete, so one that is there can be read.
        if (existsSync(partial)) await imported(tower, partial, { dryRun: true });
      }
      await exported(laptop, { plain: true, files: true, output: file });
      for (const after of MOMENTS) await killed(tower, ["import", file], after);
      const { warnings, files } = await imported(tower, file, {});
      expect(warnings).toEqual([]);
      const [one, other] = [await rowsOf(laptop), await rowsOf(tower)];
      expect(other).toEqual(one);
      expect(await imported(tower, file, {})).toMatchObject({
        checkpoints: 0,
        conversations: 0,
        snapshots: 0,
      });
      const placed = await tower.ctx.store.findSession("claude-code", NATIVE);
      const here = readFileSync(placed?.transcriptPath ?? "", "utf8")
        .trimEnd()
        .split("\n");
      expect(here.map((line) => (JSON.parse(line) as { uuid: string }).uuid)).toEqual(["u1", "a1"]);
      await restore.call(tower.ctx, { target: files[0]?.snapshot ?? "", yes: true });
      expect(readFileSync(join(tower.place.project, "work.js"), "utf8")).toBe("not committed\r\n");
    }),
  120_000,
);

/** Runs the built program and kills it after that many milliseconds. */
async function killed({ ctx, place }: Machine, words: string[], after: number): Promise<void> {
  const env = {
    PATH: process.env["PATH"],
    HOME: join(place.root, "home"),
    HOLDFAST_HOME: dirname(ctx.paths.database),
    HOLDFAST_NO_DAEMON: "1",
  };
  const child = spawn(process.execPath, [MAIN, ...words], { cwd: place.project, env, stdio: "ignore" });
  const ended = new Promise((end) => child.once("close", end));
  await Promise.race([ended, sleep(after)]);
  child.kill("SIGKILL");
  await ended;
}

async function rowsOf({ ctx }: Machine) {
  const sessions = await ctx.store.listSessions({ limit: 10 });
  const checkpoints = await ctx.store.listCheckpoints({ limit: 100, includeAbandoned: true });
  return {
    sessions: sessions.map(({ id, nativeId, promptCount }) => ({ id, nativeId, promptCount })),
    checkpoints: checkpoints.map(({ id }) => id).toSorted(),
  };
}
