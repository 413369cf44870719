import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { openStore } from "../../../src/store/open-store.ts";
import { cuttingProxy } from "../../support/cutting-proxy.ts";
import { runSql } from "../../support/temporary-schema.ts";
import { type Settings, until, withSubject } from "./subjects.ts";

const root = fileURLToPath(new URL("../../..", import.meta.url));
const STEPS = 12;
const RUNS_EACH = 3;
const RUNS = 8 * RUNS_EACH;
const SUM = (STEPS * (STEPS + 1)) / 2;
const CUT_MS = 30_000;

interface Worker {
  said: () => string;
  hasEnded: () => boolean;
  kill: () => void;
}

/** Starts a process with three runs, which exits when these have ended, even if it has taken over others. */
function startWorker(settings: Settings & { gate?: string }, name: string, dieAt = 0): Worker {
  const runs = Array.from({ length: RUNS_EACH }, (_, i) => `${name}-${i}`).join();
  const given = JSON.stringify({ ...settings, executorId: name, steps: STEPS });
  const words = [join(root, "dist/workflow-dbos.js"), given, join(settings.cwd, "log"), runs, String(dieAt)];
  const script = join(root, "test/support/dbos-run.mjs");
  const child = spawn(process.execPath, [script, ...words], { cwd: settings.cwd, stdio: "pipe" });
  let text = "";
  for (const stream of [child.stdout, child.stderr])
    stream.on("data", (chunk: Buffer) => (text += chunk.toString()));
  let hasEnded = false;
  void once(child, "close").then(() => (hasEnded = true));
  return { said: () => text, hasEnded: () => hasEnded, kill: () => child.kill("SIGKILL") };
}

test("DBOS, D2 D58: with one of eight processes killed and one cut off for 30 s, every run ends once and no completed step runs again", async () => {
  await withSubject("DBOS", async ({ settings }) => {
    const { cwd, url = "", schema = "", dbosSchema = "" } = settings;
    const proxy = await cuttingProxy(url);
    const log = join(cwd, "log");
    const gate = join(cwd, "gate");
    const lines = () => (existsSync(log) ? readFileSync(log, "utf8").trim().split("\n") : []);
    const workers = [
      startWorker(settings, "p0", 7),
      startWorker({ ...settings, url: proxy.url, gate }, "p1"),
      ...[2, 3, 4, 5, 6, 7].map((n) => startWorker(settings, `p${n}`)),
    ];
    try {
      await until(() => lines().includes("run p1-0 5"));
      proxy.stall();
      // It has a result but cannot store it.
      writeFileSync(gate, "");
      await sleep(CUT_MS);
      proxy.forget();
      await until(() => workers[0]?.hasEnded() ?? false);
      expect(workers[0]?.said()).not.toContain("done");
      workers[0] = startWorker(settings, "p0");
      await until(() => workers.every(({ hasEnded }) => hasEnded()));
      expect(workers.map(({ said }) => said().split("\n").at(-2))).toEqual(
        Array.from({ length: 8 }, () => `${RUNS_EACH} done`),
      );
      expectInOrder(lines());
      await expectRecordedOnce({ url, schema });
      const ended = await runSql(url, `select status from ${dbosSchema}.workflow_status`);
      expect(ended.rows).toEqual(Array.from({ length: RUNS }, () => ({ status: "SUCCESS" })));
    } finally {
      for (const worker of workers) worker.kill();
      await proxy.close();
    }
  });
}, 900_000);

/** A step begins when the previous one is recorded, so a step that began after a later one ran twice. */
function expectInOrder(lines: readonly string[]): void {
  const begun = new Map<string, number[]>();
  for (const line of lines) {
    const [word, id = "", step] = line.split(" ");
    if (word === "run") begun.set(id, [...(begun.get(id) ?? []), Number(step)]);
  }
  expect(begun.size).toBe(RUNS);
  for (const [id, steps] of begun) {
    expect(steps, id).toEqual(steps.toSorted((a, b) => a - b));
    expect(new Set(steps).size, id).toBe(STEPS);
  }
}

async function expectRecordedOnce(where: { url: string; schema: string }): Promise<void> {
  const store = await openStore({ file: "", childKeys: () => [], ...where });
  try {
    const runs = await store.listRuns({ limit: 100 });
    expect(runs.map(({ status, output }) => `${status} ${output}`)).toEqual(
      Array.from({ length: RUNS }, () => `completed ${SUM}`),
    );
    for (const { id } of runs) {
      const steps = await store.listSteps(id);
      expect(steps.map(({ number, key }) => `${number} ${key}`)).toEqual([
        ...Array.from({ length: STEPS }, (_, i) => `${i + 1} add ${i + 1}`),
        `${STEPS + 1} end`,
      ]);
    }
  } finally {
    await store.close();
  }
}
