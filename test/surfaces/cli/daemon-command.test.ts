import { Command } from "commander";
import { expect, test } from "vitest";
import type { DaemonHealth } from "../../../src/kernel/ports/daemon.ts";
import { addDaemonCommand } from "../../../src/surfaces/cli/add-daemon-command.ts";

const RUNNING: DaemonHealth = {
  state: "running",
  version: "1.2.3",
  pid: 42,
  address: "http://127.0.0.1:4738",
};

async function say(health: DaemonHealth, ...words: string[]): Promise<string> {
  let out = "";
  const { state, ...rest } = health;
  const daemon = {
    backUp: async () => ({ type: "off" }),
    run: async () => {},
    start: async () => ({ started: state === "stopped", ...rest }),
    stop: async () => ({ stopped: state !== "stopped" }),
    status: async () => health,
    logs: async (lines: number) => ["1", "2", "3"].slice(-lines),
  };
  const program = new Command("holdfast").exitOverride();
  addDaemonCommand(program, daemon, (text) => {
    out += text;
  });
  await program.parseAsync(["daemon", ...words], { from: "user" });
  return out;
}

test("prints the state of the daemon in one line, and all details as JSON", async () => {
  expect(await say(RUNNING, "status")).toBe("running, version 1.2.3, process 42, http://127.0.0.1:4738\n");
  expect(await say({ state: "stopped" }, "status")).toMatch(/^not running /);
  expect(await say({ state: "hung", pid: 42 }, "status")).toContain("run `holdfast daemon stop`");
  expect(await say(RUNNING, "start")).toMatch(/^Already running: running,/);
  expect(await say({ state: "stopped" }, "stop")).toBe("It was not running.\n");
  expect(JSON.parse(await say(RUNNING, "status", "--json"))).toEqual(RUNNING);
});

test("prints the requested number of log lines", async () => {
  expect(await say(RUNNING, "logs", "--lines", "2")).toBe("2\n3\n");
  for (const wrong of ["-3", "x", "0", "1e9"])
    await expect(say(RUNNING, "logs", "--lines", wrong)).rejects.toMatchObject({ code: "invalid_input" });
});
