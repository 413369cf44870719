import { spawn } from "node:child_process";
import { once } from "node:events";
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { text } from "node:stream/consumers";
import { expect, inject, test } from "vitest";
import { buildHookProgram, eventually } from "./support/hook-bench.ts";
import { processesOf } from "./support/processes-of.mjs";

const ROOT = resolve(import.meta.dirname, "..");
const RUN = [
  join(ROOT, "node_modules/vitest/vitest.mjs"),
  "run",
  "--config",
  "test/support/abandoned/vitest.config.ts",
];

/** A database server takes long to make: that of the first run proves it for both. */
const POSTGRES = { TEST_POSTGRES_URL: inject("postgresUrl") ?? "none" };

test.concurrent.each([
  { signal: "SIGKILL", given: {}, server: ["postgres"] },
  { signal: "SIGINT", given: POSTGRES, server: [] },
] as const)(
  "a test run that $signal ends leaves no daemon, tmux server, client, database server or file",
  async ({ signal, given, server }) => {
    const scratch = mkdtempSync(join(tmpdir(), "broken-off-"));
    const ready = join(scratch, "ready");
    const { dist } = await buildHookProgram();
    // Not in our folder, where our own reaper would find it; a runner that is killed also leaves its own files there.
    const outside = mkdtempSync(join(dirname(inject("runDirectory")), "hf-"));
    // The database server runs as another user.
    chmodSync(outside, 0o711);
    const abandoned = { ABANDONED_READY: ready, ABANDONED_PROGRAM: dist };
    const env = { PATH: process.env["PATH"] ?? "", HOME: scratch, TMPDIR: outside, ...abandoned, ...given };
    const runner = spawn(process.execPath, RUN, {
      cwd: ROOT,
      env,
      stdio: "ignore",
    });
    try {
      await eventually(async () => existsSync(ready), 100, 60_000);
      const folder = await eventually(async () => readFileSync(ready, "utf8"));
      const commands = processesOf(folder).map(({ command }) => command);
      for (const part of ["daemon run", "tmux", "fake-client", ...server])
        expect(commands).toContainEqual(expect.stringContaining(part));
      runner.kill(signal);
      await once(runner, "exit");
      await eventually(async () => processesOf(folder).length === 0 && !existsSync(folder), 100, 60_000);
    } finally {
      runner.kill("SIGKILL");
      for (const path of [scratch, outside]) rmSync(path, { recursive: true, force: true });
    }
  },
  180_000,
);

const LEFT = /The tests left behind:\nprocess \d+: .*setInterval.*\nforgotten-/;

test.runIf(process.platform === "linux").each([
  {
    run: "careless",
    title: "leaves a folder or a process fails, names both, and they are gone",
    code: 1,
    printed: LEFT,
  },
  { run: "ending", title: "leaves a process that soon ends waits for it and passes", code: 0, printed: /^$/ },
])(
  "a test run that $title",
  async ({ run, code, printed }) => {
    const scratch = mkdtempSync(join(tmpdir(), `${run}-`));
    const env = { PATH: process.env["PATH"] ?? "", HOME: scratch, TMPDIR: scratch, ABANDONED_RUN: run };
    const runner = spawn(process.execPath, RUN, { cwd: ROOT, env: { ...env, ...POSTGRES } });
    try {
      const errors = text(runner.stderr);
      const [exitCode] = await once(runner, "exit");
      expect(await errors).toMatch(printed);
      expect(exitCode).toBe(code);
      expect(readdirSync(scratch)).toEqual([]);
      expect(processesOf(scratch)).toEqual([]);
    } finally {
      runner.kill("SIGKILL");
      rmSync(scratch, { recursive: true, force: true });
    }
  },
  60_000,
);
