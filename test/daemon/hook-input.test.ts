import { spawnSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import { buildHookProgram, eventually, openHookBench } from "../support/hook-bench.ts";

let program: Awaited<ReturnType<typeof buildHookProgram>>;
beforeAll(async () => {
  program = await buildHookProgram();
});

const OFF = { HOLDFAST_NO_DAEMON: "1" };

test("R-H6 R-P4: noisy surroundings leave stdout one document", async () => {
  await using bench = await openHookBench(program.dist, { env: OFF });
  const noisy = {
    NODE_OPTIONS: "--trace-warnings --require /nonexistent.js",
    NODE_DEBUG: "fs",
    DEBUG: "*",
    http_proxy: "http://127.0.0.1:1",
  };
  expect(JSON.parse((await bench.hook("SessionStart", { env: noisy, isPatient: true })).out)).toBeTypeOf(
    "object",
  );
  bench.runDaemon();
  await bench.running();
  expect(JSON.parse((await bench.hook("SessionStart", { env: noisy, isPatient: true })).out)).toBeTypeOf(
    "object",
  );
});

test.each([
  ["empty", ""],
  ["not JSON", "hello"],
  ["an array", "[]"],
  ["without a session", '{"hook_event_name":"Stop","cwd":"/"}'],
  ["with a time that is none", '{"session_id":"s9","cwd":"/","hook_event_name":"Stop","at":NaN}'],
  ["of an event nobody knows", '{"session_id":"s9","cwd":"/","hook_event_name":"Whatever"}'],
])("R-H7: a payload that is %s is answered with silence, by the daemon and without it", async (_, input) => {
  await using bench = await openHookBench(program.dist, { env: OFF });
  const silent = { code: 0, out: "", err: "" };
  await expect(bench.hook("Stop", { input })).resolves.toMatchObject(silent);
  bench.runDaemon();
  await bench.running();
  await expect(bench.hook("Stop", { input })).resolves.toMatchObject(silent);
  const start = await bench.hook("SessionStart", { isPatient: true });
  expect(start.out).toContain("seen");
});

test("R-H8: a client that closes its ends early harms neither the hook nor the daemon", async () => {
  await using bench = await openHookBench(program.dist, { env: OFF });
  bench.runDaemon();
  const { instanceId } = await bench.running();
  const line = `printf '{"session_id":"s1","cwd":"/","hook_event_name":"SessionStart","source":"startup"}' | "$0" claude-code SessionStart "" start`;
  for (const end of [">&- 2>&-", "| true", "2>&- | head -c 1"]) {
    for (let round = 0; round < 5; round += 1)
      spawnSync("sh", ["-c", `${line} ${end}`, join(program.dist, "hook.sh")], { env: bench.env });
  }
  await eventually(async () => (await bench.handled()) === 15);
  await expect(bench.running()).resolves.toMatchObject({ instanceId });
});

test("the log of the daemon holds nothing that a user wrote", async () => {
  await using bench = await openHookBench(program.dist, { env: OFF });
  bench.runDaemon();
  await bench.running();
  await bench.hook("UserPromptSubmit", {
    input: '{"session_id":"s1","cwd":"/","hook_event_name":"UserPromptSubmit","prompt":7,"note":"hunter2"}',
  });
  await bench.hook("PostToolUse", { input: '{"session_id":1,"note":"hunter2"}' });
  await sleep(300);
  expect(readFileSync(join(bench.paths.logs, "daemon.log"), "utf8")).not.toContain("hunter2");
});
