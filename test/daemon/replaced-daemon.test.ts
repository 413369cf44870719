import { type ChildProcess, spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { askIdentity } from "../../src/daemon/control/ask-daemon.ts";
import { createIdentity, writeDaemonRecord } from "../../src/daemon/control/daemon-record.ts";
import { socketPath } from "../../src/daemon/socket-path.ts";
import { pathsFrom } from "../../src/kernel/paths.ts";
import { systemProcesses } from "../../src/processes/system-processes.ts";
import { installHookShim } from "../../src/setup/hook-shim.ts";
import { eventually } from "../support/hook-bench.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const DIST = resolve(import.meta.dirname, "../../dist");
const MAIN = join(DIST, "main.cjs");
const OLD_DATABASE = resolve(import.meta.dirname, "../fixtures/databases/15.db.gz");

const endOf = (child: ChildProcess) => new Promise<unknown>((resolve) => child.once("exit", resolve));

async function prepare(place: TestPlace) {
  const { paths } = await place.open();
  const env = { PATH: process.env["PATH"] ?? "", HOME: place.root, HOLDFAST_HOME: paths.state };
  return { paths, env };
}

test("R-D7: a daemon ends when hooks are given another program, which starts one of its own", () =>
  withPlace(async (place) => {
    const { paths, env } = await prepare(place);
    installHookShim(paths.state, DIST);
    const daemon = spawn(process.execPath, [MAIN, "daemon", "run"], { env, stdio: "ignore" });
    try {
      const ended = endOf(daemon);
      await eventually(async () => typeof (await askIdentity(socketPath(paths, env), 1_000)) === "object");
      installHookShim(paths.state, join(place.root, "newer"));
      expect(await ended).toBe(0);
    } finally {
      daemon.kill("SIGKILL");
    }
  }));

test("R-D7: a command that updates the database ends the daemon of the version before first", () =>
  withPlace(async (place) => {
    const state = join(place.root, "old");
    const env = {
      PATH: process.env["PATH"] ?? "",
      HOME: place.root,
      HOLDFAST_HOME: state,
      HOLDFAST_NO_DAEMON: "1",
    };
    const paths = pathsFrom(env, place.root);
    const list = () =>
      spawnSync(process.execPath, [MAIN, "list"], { env, cwd: place.project, encoding: "utf8" });
    expect(list().status).toBe(0);
    writeFileSync(paths.database, gunzipSync(readFileSync(OLD_DATABASE)));
    const old = spawn("sleep", ["1000"], { stdio: "ignore" });
    try {
      const ended = endOf(old);
      const startTime = systemProcesses.startTime(old.pid ?? 0);
      const identity = createIdentity({ processes: systemProcesses, version: "0.0.1", paths });
      writeDaemonRecord(state, { ...identity, pid: old.pid ?? 0, startTime, instanceId: randomUUID() });
      expect(list()).toMatchObject({ status: 0, stderr: "" });
      expect(await ended).toBe(null);
    } finally {
      old.kill("SIGKILL");
    }
  }));
