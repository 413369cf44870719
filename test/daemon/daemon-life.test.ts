import type { ChildProcess } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { beforeAll, expect, test } from "vitest";
import {
  daemonLogs,
  daemonStatus,
  startDaemon,
  stopDaemon,
} from "../../src/daemon/control/daemon-control.ts";
import { buildHookProgram, eventually, openHookBench } from "../support/hook-bench.ts";
import { lockDatabase } from "../support/lock-database.ts";
import { processesOf } from "../support/processes-of.mjs";

let program: Awaited<ReturnType<typeof buildHookProgram>>;
beforeAll(async () => {
  program = await buildHookProgram();
});

const exit = (child: ChildProcess) =>
  new Promise<number | null>((done) => {
    if (child.exitCode !== null || child.signalCode !== null) done(child.exitCode);
    else child.once("exit", () => done(child.exitCode));
  });

test("R-D1 R-P5: of fifty daemons started at once one serves, the others exit silently", async () => {
  await using bench = await openHookBench(program.dist);
  const children = Array.from({ length: 50 }, () => bench.runDaemon());
  const { pid } = await bench.running();
  await eventually(async () => children.filter(({ exitCode }) => exitCode === 0).length === 49);
  expect(children.find((child) => child.exitCode === null)?.pid).toBe(pid);
});

test("R-D1: hooks that find no daemon start one, and only one", async () => {
  await using bench = await openHookBench(program.dist);
  const runs = await Promise.all(Array.from({ length: 8 }, () => bench.hook("SessionStart")));
  expect(runs.every(({ code, err }) => code === 0 && err === "")).toBe(true);
  // On a starved machine all of the herd may meet their deadline first: then the next hook starts one.
  let later = 0;
  await eventually(async () => {
    if ((await daemonStatus(bench.control)).state === "running") return true;
    later += 1;
    await bench.hook("SessionStart");
    return false;
  });
  const { instanceId } = await bench.running();
  await bench.hook("SessionStart");
  await expect(bench.running()).resolves.toMatchObject({ instanceId });
  await eventually(async () => (await bench.handled()) === runs.length + later + 1);
});

test("R-D2: a second daemon by way of a link to the state folder is the same daemon's second", async () => {
  await using bench = await openHookBench(program.dist);
  bench.runDaemon();
  await bench.running();
  const link = join(bench.root, "link");
  symlinkSync(bench.paths.state, link);
  const second = bench.runDaemon({ HOLDFAST_HOME: link });
  await expect(exit(second)).resolves.toBe(0);
  await expect(daemonStatus(bench.control)).resolves.toMatchObject({ state: "running" });
});

test("R-D3: a dead daemon's record with the id of another live process blocks nothing and harms no process", async () => {
  await using bench = await openHookBench(program.dist);
  const stranger = { protocol: 1, version: "0.0.1", pid: process.pid, startTime: "1", instanceId: "gone" };
  writeFileSync(join(bench.paths.state, "daemon.json"), JSON.stringify(stranger));
  writeFileSync(bench.paths.socket, "");
  await expect(daemonStatus(bench.control)).resolves.toEqual({ state: "stopped" });
  await expect(stopDaemon(bench.control)).resolves.toEqual({ stopped: false });
  await expect(startDaemon(bench.control)).resolves.toMatchObject({ started: true });
});

test("R-D3 R-P5: a daemon that was killed is replaced by the next start", async () => {
  await using bench = await openHookBench(program.dist);
  const first = bench.runDaemon();
  const before = await bench.running();
  first.kill("SIGKILL");
  await exit(first);
  expect(existsSync(bench.paths.socket)).toBe(true);
  const { started, identity } = await startDaemon(bench.control);
  expect(started).toBe(true);
  expect(identity.instanceId).not.toBe(before.instanceId);
});

test("R-D4: after start and stop in a tight loop, the last request wins", async () => {
  await using bench = await openHookBench(program.dist);
  for (let round = 0; round < 8; round += 1) {
    await expect(startDaemon(bench.control)).resolves.toMatchObject({ started: true });
    await expect(startDaemon(bench.control)).resolves.toMatchObject({ started: false });
    await expect(stopDaemon(bench.control)).resolves.toEqual({ stopped: true });
    expect(existsSync(bench.paths.socket) || existsSync(join(bench.paths.state, "daemon.json"))).toBe(false);
  }
});

test("R-D4: stop ends a daemon that is still starting, and returns when its process is gone", async () => {
  await using bench = await openHookBench(program.dist);
  // Who makes the database holds this lock: the daemon waits for it.
  const locker = lockDatabase(`${bench.paths.database}.lock`);
  await locker.locked;
  const child = bench.runDaemon();
  await eventually(async () => (await daemonStatus(bench.control)).state === "starting");
  await expect(stopDaemon(bench.control)).resolves.toEqual({ stopped: true });
  expect(processesOf(bench.root).map(({ pid }) => pid)).toEqual([locker.pid]);
  locker.kill();
  await exit(child);
  await expect(startDaemon(bench.control)).resolves.toMatchObject({ started: true });
});

test("R-D6: a suspended daemon is distinguished from a stopped one, and start replaces it", async () => {
  await using bench = await openHookBench(program.dist);
  const child = bench.runDaemon();
  const { instanceId } = await bench.running();
  child.kill("SIGSTOP");
  await expect(daemonStatus(bench.control)).resolves.toMatchObject({ state: "hung" });
  const { identity } = await startDaemon(bench.control);
  expect(identity.instanceId).not.toBe(instanceId);
  await exit(child);
});

test("R-D7 R-P5: a daemon of another version is replaced by the one that is asked for", async () => {
  await using bench = await openHookBench(program.dist);
  bench.runDaemon();
  const old = await bench.running();
  const newer = { ...bench.control, version: "0.0.2" };
  const { identity } = await startDaemon(newer);
  expect(identity.pid).not.toBe(old.pid);
});

test("a daemon leaves when the settings change, and the next hook starts one that knows them", async () => {
  await using bench = await openHookBench(program.dist);
  const child = bench.runDaemon();
  const { instanceId } = await bench.running();
  writeFileSync(bench.paths.configFile, "{}", { mode: 0o600 });
  await expect(exit(child)).resolves.toBe(0);
  await expect(bench.hook("SessionStart")).resolves.toMatchObject({ code: 0, err: "" });
  expect((await bench.running()).instanceId).not.toBe(instanceId);
});

test("a person's start right after the settings changed replaces the daemon that does not know them", async () => {
  await using bench = await openHookBench(program.dist);
  bench.runDaemon();
  const { instanceId } = await bench.running();
  for (const settings of ["{}", '{"daemon":{}}']) {
    writeFileSync(bench.paths.configFile, settings, { mode: 0o600 });
    const { started, identity } = await startDaemon(bench.control);
    expect(started).toBe(true);
    expect(identity.instanceId).not.toBe(instanceId);
    // Longer than a daemon takes to notice: this one knows them.
    await sleep(1_500);
    expect(await startDaemon(bench.control)).toMatchObject({ started: false, identity });
  }
});

test("R-D11: after five starts that died, hooks leave it; a person's start begins anew", async () => {
  await using bench = await openHookBench(program.dist, { env: { HOLDFAST_TEST_CRASH: "1" } });
  const attempts = join(bench.paths.state, "daemon-start.json");
  writeFileSync(attempts, JSON.stringify({ count: 5, at: Date.now() - 60_000 }));
  await expect(bench.hook("SessionStart")).resolves.toMatchObject({ code: 0, err: "" });
  expect(JSON.parse(readFileSync(attempts, "utf8"))).toMatchObject({ count: 5 });
  const { HOLDFAST_TEST_CRASH: _, ...well } = bench.env as Record<string, string>;
  await expect(startDaemon({ ...bench.control, env: well })).resolves.toMatchObject({ started: true });
});

test("R-D13: a daemon whose folder is taken away leaves, and the next hook starts another", async () => {
  await using bench = await openHookBench(program.dist);
  const child = bench.runDaemon();
  await bench.running();
  renameSync(bench.paths.state, `${bench.paths.state}-old`);
  await expect(exit(child)).resolves.toBe(0);
  mkdirSync(bench.paths.state, { mode: 0o700 });
  await bench.hook("SessionStart");
  await bench.running();
  rmSync(`${bench.paths.state}-old`, { recursive: true });
});

test("R-D15: TERM lets the answer under way finish; HUP does nothing; the exit is 0", async () => {
  await using bench = await openHookBench(program.dist, { env: { HOLDFAST_TEST_SLOW_MS: "300" } });
  const child = bench.runDaemon();
  await bench.running();
  child.kill("SIGHUP");
  const asked = bench.hook("SessionStart");
  await sleep(200);
  child.kill("SIGTERM");
  await expect(asked).resolves.toMatchObject({ code: 0, out: expect.stringContaining("seen session_start") });
  await expect(exit(child)).resolves.toBe(0);
  await expect(bench.handled()).resolves.toBe(1);
});

test("an idle daemon exits and removes its files", async () => {
  await using bench = await openHookBench(program.dist, { env: { HOLDFAST_TEST_IDLE_MS: "1000" } });
  const child = bench.runDaemon();
  await bench.running();
  await expect(exit(child)).resolves.toBe(0);
  expect(existsSync(bench.paths.socket)).toBe(false);
  expect(daemonLogs(bench.control, 10).map((line) => JSON.parse(line).event)).toEqual([
    "daemon started",
    "daemon stopping",
    "daemon stopped",
  ]);
});

test("SEC-S17: socket, lock and log are the user's alone", async () => {
  await using bench = await openHookBench(program.dist);
  bench.runDaemon();
  await bench.running();
  const files = [
    bench.paths.socket,
    bench.paths.lock,
    join(bench.paths.logs, "daemon.log"),
    join(bench.paths.state, "daemon.json"),
  ];
  for (const file of files) expect(statSync(file).mode & 0o777).toBe(0o600);
});

test("SEC-S21: a state folder with a very long name gets its socket at a short path, and hooks find it", async () => {
  await using outer = await openHookBench(program.dist);
  const runtime = join(outer.root, "run");
  mkdirSync(runtime, { mode: 0o700 });
  const state = join(outer.root, "x".repeat(120));
  await using bench = await openHookBench(program.dist, {
    state,
    env: { XDG_RUNTIME_DIR: runtime, HOLDFAST_NODE: "/nonexistent", HOLDFAST_TEST_IDLE_MS: "60000" },
  });
  bench.runDaemon();
  await bench.running();
  const { out } = await bench.hook("SessionStart", { isPatient: true });
  expect(out).toContain("seen session_start");
});
