import { spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { existsSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";

const root = fileURLToPath(new URL("../..", import.meta.url));
const script = join(root, "test/support/workflow-run.mjs");

interface Lab {
  words: (steps: number, ...more: string[]) => string[];
  lines: () => string[];
}

async function withLab(work: (lab: Lab) => Promise<void>): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-killed-"));
  const log = join(folder, "log");
  const paths = [join(root, "dist/workflow.js"), join(root, "dist/index.js"), join(folder, "a.db"), log];
  try {
    await work({
      words: (steps, ...more) => [script, ...paths, String(steps), ...more],
      lines: () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []),
    });
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Steps that ran again after the program had their result. */
function runAgain(lines: readonly string[]): string[] {
  const done = new Set<string>();
  return lines.filter((line) => {
    if (line.startsWith("done ")) done.add(line.slice(5));
    return line.startsWith("run ") && done.has(line.slice(4));
  });
}

const sumTo = (n: number) => (n * (n + 1)) / 2;

const POINTS = [
  ["createRun", 1],
  ["changeRun", 1],
  ["recordStep", 1],
  ["recordStep", 30],
  ["saveCheckpoint", 1],
  ["recordStep", 51],
  ["changeRun", 2],
] as const;

test.each(
  POINTS.flatMap(([method, nth]) => [[method, nth, "before"] as const, [method, nth, "after"] as const]),
)(
  "a process killed at %s number %i, %s it: the run is resumed to its end, and no completed step runs again",
  async (method, nth, moment) => {
    await withLab(async ({ words, lines }) => {
      const killed = spawnSync(process.execPath, words(60, method, String(nth), moment));
      expect(killed.signal).toBe("SIGKILL");
      const { stdout, stderr } = spawnSync(process.execPath, words(60), { encoding: "utf8" });
      expect(stderr).toBe("");
      expect(stdout).toBe(`${sumTo(60)}\n`);
      expect(runAgain(lines())).toEqual([]);
      expect(new Set(lines().filter((line) => line.startsWith("run "))).size).toBe(60);
    });
  },
);

/** Set HOLDFAST_KILL_ROUNDS for more: the long test is 300 kills in 1,000 steps. */
const ROUNDS = Number(process.env["HOLDFAST_KILL_ROUNDS"] ?? 8);
const STEPS = ROUNDS > 100 ? 1_000 : 300;

test(`a run that is killed ${ROUNDS} times at random moments ends once, and no completed step runs again`, async () => {
  await withLab(async ({ words, lines }) => {
    for (let round = 0; round < ROUNDS; round++) {
      const before = lines().length;
      const child = spawn(process.execPath, words(STEPS), { stdio: "ignore" });
      const ended = once(child, "exit");
      // Waits until the run works, and then a little longer.
      while (child.exitCode === null && lines().length <= before + 1) await sleep(5);
      await sleep(Math.random() * (ROUNDS > 100 ? 3 : 15));
      child.kill("SIGKILL");
      await ended;
    }
    const { stdout } = spawnSync(process.execPath, words(STEPS), { encoding: "utf8" });
    expect(stdout).toBe(`${sumTo(STEPS)}\n`);
    expect(runAgain(lines())).toEqual([]);
    expect(new Set(lines().filter((line) => line.startsWith("done "))).size).toBe(STEPS);
  });
}, 900_000);
