import { existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { readDroppedEvents } from "../../src/setup/dropped-events.ts";
import {
  buildHookProgram,
  eventually,
  type HookBench,
  openHookBench,
  payload,
} from "../support/hook-bench.ts";
import { expectUnfelt, OFF } from "../support/hook-expectations.ts";

const FULL = 5_000;
const NO_NODE = { HOLDFAST_NODE: "/nonexistent" };

let program: Awaited<ReturnType<typeof buildHookProgram>>;
beforeAll(async () => {
  program = await buildHookProgram();
});

function fill({ paths, root }: HookBench, count: number): void {
  mkdirSync(paths.spool, { recursive: true, mode: 0o700 });
  const content = `holdfast-spool 1 claude-code PostToolUse 0\n${payload("PostToolUse", "old")}`;
  const event = join(root, "old-event");
  writeFileSync(event, content);
  // Names of one file: to make and to remove thousands of files takes longer than all that is tested with them.
  for (let i = 0; i < count; i++) {
    const path = join(paths.spool, `old-${String(i).padStart(8, "0")}.json`);
    if (!existsSync(path)) linkSync(event, path);
  }
}

test.each(["PostToolUse", "SessionEnd", "UserPromptSubmit", "SessionStart"])(
  "R-P2: a full spool without a daemon is drained by %s, which is handled as well",
  async (event) => {
    await using bench = await openHookBench(program.dist, { env: OFF });
    fill(bench, FULL);
    const { code, out, err } = await bench.hook(event, { isPatient: true });
    const isPassive = event === "PostToolUse" || event === "SessionEnd";
    expect({ code, err, isAnswered: out.includes("seen") }).toEqual({
      code: 0,
      err: "",
      isAnswered: !isPassive,
    });
    await expect(bench.handled()).resolves.toBe(1);
    await expect(bench.handled("old")).resolves.toBeGreaterThan(0);
    expect(bench.spooled().length).toBeLessThan(FULL);
    fill(bench, FULL);
    expectUnfelt(event, await bench.hook(event));
  },
);

test("R-P2: when the spool is full, a tool result starts the daemon, which drains it", async () => {
  await using bench = await openHookBench(program.dist);
  fill(bench, FULL);
  await eventually(async () => {
    const run = await bench.hook("PostToolUse");
    expectUnfelt("PostToolUse", run);
    expect(run.out).toBe("");
    return (await bench.identity()) !== "absent";
  });
  // More than hooks drain, which are not called again.
  const left = bench.spooled().length;
  await eventually(async () => bench.spooled().length < left - 500, 50, 60_000);
}, 90_000);

test("R-P2: a full spool that nothing can drain drops tool results, and keeps the rest", async () => {
  await using bench = await openHookBench(program.dist, { env: { ...OFF, ...NO_NODE } });
  fill(bench, FULL);
  const log = join(bench.root, "hook.log");
  for (const event of [
    "PostToolUse",
    "PostToolUse",
    "SessionEnd",
    "UserPromptSubmit",
    "Stop",
    "SessionStart",
  ])
    expectUnfelt(event, await bench.hook(event, { env: { HOLDFAST_LOG: log } }));
  expect(bench.spooled()).toHaveLength(FULL + 4);
  const found = readDroppedEvents(bench.paths.state);
  expect(found?.count).toBe(2);
  expect(Date.parse(found?.first ?? "")).toBeLessThanOrEqual(Date.parse(found?.last ?? ""));
  // The second knows from the first that it need not try.
  expect(tries(log)).toHaveLength(1);
  fill(bench, 2 * FULL);
  const before = bench.spooled().length;
  expectUnfelt("UserPromptSubmit", await bench.hook("UserPromptSubmit"));
  expect(bench.spooled()).toHaveLength(before);
  expect(readDroppedEvents(bench.paths.state)?.count).toBe(3);
});

test("R-P2: files that are no events do not fill the spool: no one would ever take them away", async () => {
  await using bench = await openHookBench(program.dist, { env: { ...OFF, ...NO_NODE } });
  mkdirSync(bench.paths.spool, { recursive: true, mode: 0o700 });
  for (let i = 0; i < FULL; i++) writeFileSync(join(bench.paths.spool, `notes-${i}`), "");
  expectUnfelt("PostToolUse", await bench.hook("PostToolUse"));
  expect(bench.spooled().filter((name) => name.endsWith(".json"))).toHaveLength(1);
  expect(readDroppedEvents(bench.paths.state)).toBeUndefined();
});

test("R-P2: continuous tool results do not postpone the next attempt to drain a full spool", async () => {
  await using bench = await openHookBench(program.dist, { env: { ...OFF, ...NO_NODE } });
  fill(bench, FULL);
  const stuck = join(bench.paths.state, "spool-stuck");
  const log = join(bench.root, "hook.log");
  const useTool = async () =>
    expectUnfelt("PostToolUse", await bench.hook("PostToolUse", { env: { HOLDFAST_LOG: log } }));
  await useTool();
  // As if the ten seconds of peace were nearly over, and then over.
  const ago = (seconds: number) => `${Math.floor(Date.now() / 1_000) - seconds}\n`;
  const nearly = ago(5);
  writeFileSync(stuck, nearly);
  await useTool();
  expect(readFileSync(stuck, "utf8")).toBe(nearly);
  expect(tries(log)).toHaveLength(1);
  writeFileSync(stuck, ago(11));
  await useTool();
  expect(tries(log)).toHaveLength(2);
});

function tries(log: string): string[] {
  return readFileSync(log, "utf8").match(/PostToolUse .* hook\.cjs did not/g) ?? [];
}

test("a link in place of the files about a full spool is not followed", async () => {
  await using bench = await openHookBench(program.dist, { env: { ...OFF, ...NO_NODE } });
  fill(bench, FULL);
  const target = join(bench.root, "precious");
  writeFileSync(target, "mine");
  for (const name of ["spool-dropped", "spool-stuck"]) symlinkSync(target, join(bench.paths.state, name));
  expectUnfelt("PostToolUse", await bench.hook("PostToolUse"));
  expect(readFileSync(target, "utf8")).toBe("mine");
  expect(readDroppedEvents(bench.paths.state)).toBeUndefined();
});
