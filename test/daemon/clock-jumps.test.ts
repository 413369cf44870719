import { execFileSync } from "node:child_process";
import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { buildHookProgram, eventually, openHookBench } from "../support/hook-bench.ts";
import { ALL, expectUnfelt, OFF } from "../support/hook-expectations.ts";
import { buildMovingClock } from "../support/moving-clock.ts";
import type { PreloadLibrary } from "../support/preload-library.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.cjs");
const DAY = 86_400;

let program: Awaited<ReturnType<typeof buildHookProgram>>;
let shim: PreloadLibrary;
beforeAll(async () => {
  shim = buildMovingClock();
  program = await buildHookProgram();
});
afterAll(() => shim.remove());

test.each([
  ["ahead by 400 days", 400 * DAY],
  ["back by two days", -2 * DAY],
  ["back before 1990", -40 * 365 * DAY],
])(
  "R-D12: the clock goes %s under a daemon: hooks stay silent and each event is handled once",
  async (_, seconds) => {
    const moved = join(temporaryDirectory("clock"), "moved");
    writeFileSync(moved, "0");
    const env = { ...OFF, LD_PRELOAD: shim.library, CLOCK_MOVED_BY: moved };
    await using bench = await openHookBench(program.dist, { env });
    bench.runDaemon();
    const { instanceId } = await bench.running();
    let count = 0;
    for (const now of [0, seconds, 0]) {
      writeFileSync(moved, String(now));
      for (const event of ALL) {
        expectUnfelt(event, await bench.hook(event));
        count += 1;
      }
    }
    await eventually(async () => bench.spooled().length === 0 && (await bench.handled()) === count);
    await expect(bench.running()).resolves.toMatchObject({ instanceId });
  },
);

test("R-D12: a clock that is set ahead while a hook works costs no reply", async () => {
  const moved = join(temporaryDirectory("clock"), "moved");
  writeFileSync(moved, "0");
  const env = { ...OFF, LD_PRELOAD: shim.library, CLOCK_MOVED_BY: moved, HOLDFAST_TEST_JUMP: "60" };
  await using bench = await openHookBench(program.dist, { env });
  const { out } = await bench.hook("UserPromptSubmit", { isPatient: true });
  expect(readFileSync(moved, "utf8")).toBe("60");
  expect(out).toContain("seen user_prompt_submit");
});

test("R-D12: after the clock was set back, the last step of a workflow is still the newest, and each follows the one before", () => {
  const root = temporaryDirectory("clock");
  const [moved, project] = [join(root, "moved"), join(root, "app")];
  mkdirSync(project);
  const env = {
    PATH: process.env["PATH"] ?? "",
    HOME: root,
    HOLDFAST_HOME: join(root, "state"),
    LD_PRELOAD: shim.library,
    CLOCK_MOVED_BY: moved,
  };
  const holdfast = (...args: string[]): unknown =>
    JSON.parse(execFileSync(process.execPath, [MAIN, ...args, "--json"], { cwd: project, env }).toString());
  const saved = [0, -2 * DAY, 0, 400 * DAY, -DAY].map((seconds, step) => {
    writeFileSync(moved, String(seconds));
    return holdfast("save", "--workflow", "release", "--step", `step ${step}`) as {
      id: string;
      parent: unknown;
    };
  });
  const ids = saved.map(({ id }) => id);
  expect(saved.map(({ parent }) => parent)).toEqual([null, ...ids.slice(0, -1)]);
  const { checkpoints } = holdfast("list", "--workflow", "release") as { checkpoints: { id: string }[] };
  expect(checkpoints.map(({ id }) => id)).toEqual(ids.toReversed());
});
