import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { systemProcesses } from "../../src/processes/system-processes.ts";

test("R-D3: a process keeps its start time and loses it when it ends", async () => {
  const child = spawn(process.execPath, ["-e", "setInterval(() => {}, 1000)"], { stdio: "ignore" });
  const pid = child.pid ?? 0;
  const start = systemProcesses.startTime(pid);
  expect(start).toMatch(/\S/);
  expect(systemProcesses.startTime(pid)).toBe(start);
  child.kill("SIGKILL");
  await once(child, "exit");
  expect(systemProcesses.startTime(pid)).toBeUndefined();
});

test("R-D3: an invalid id is not a process", () => {
  for (const pid of [0, -1, 1.5, Number.NaN]) expect(systemProcesses.startTime(pid)).toBeUndefined();
});

test("a process knows who started it", () => {
  expect(systemProcesses.parent(process.pid)).toBe(process.ppid);
  for (const pid of [0, -1, 1.5, Number.NaN]) expect(systemProcesses.parent(pid)).toBeUndefined();
});
