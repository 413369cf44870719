import { expect } from "vitest";
import { eventually, type HookBench, type HookRun } from "./hook-bench.ts";

export const REPLYING = ["SessionStart", "UserPromptSubmit", "Stop", "PreCompact"];
export const ALL = [...REPLYING, "PostToolUse", "SessionEnd"];
/**
 * The deadlines of 1.5 and 3 s, plus as much again for a machine that starts fifty daemons at the same time, but less
 * than the 5 s after which the agent gives up.
 */
const BUDGET = { SessionStart: 4_500, other: 3_000 };

/** For hooks that must not start a daemon. */
export const OFF = { HOLDFAST_NO_DAEMON: "1" };

/** P2 and P4: exit 0, nothing on stderr, stdout empty or one document that blocks nothing, within the deadline. */
export function expectUnfelt(event: string, run: HookRun): void {
  expect(run, event).toMatchObject({ code: 0, err: "" });
  if (run.out !== "") JSON.parse(run.out);
  expect(run.out).not.toContain('"block"');
  expect(run.ms, event).toBeLessThan(event === "SessionStart" ? BUDGET.SessionStart : BUDGET.other);
}

/** Runs all hooks in sequence, as one agent does. */
export async function eachUnfelt(bench: HookBench, env: Record<string, string> = {}): Promise<number> {
  for (const event of ALL) expectUnfelt(event, await bench.hook(event, { env }));
  return ALL.length;
}

/** Runs all hooks at the same time, as several agents do, so that they wait together. */
export async function allUnfelt(bench: HookBench, env: Record<string, string> = {}): Promise<number> {
  const runs = await Promise.all(ALL.map((event) => bench.hook(event, { env })));
  for (const [index, run] of runs.entries()) expectUnfelt(ALL[index] ?? "", run);
  return runs.length;
}

/** Starts a daemon, which drains the spool, and expects that each event was handled once. */
export async function expectHandledOnce(bench: HookBench, count: number): Promise<void> {
  bench.runDaemon();
  await bench.running();
  await eventually(async () => bench.spooled().length === 0);
  await expect(bench.handled()).resolves.toBe(count);
}
