import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { ohMyPi } from "../../../src/agents/oh-my-pi/adapter.ts";
import { openContext } from "../../../src/app.ts";
import type { ConnectPaths } from "../../../src/kernel/agent/agent.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

let home: string;
let place: ConnectPaths;
beforeEach(() => {
  home = temporaryDirectory("oh-my-pi");
  const script = join(home, "hook.sh");
  writeFileSync(script, "#!/bin/sh\n", { mode: 0o755 });
  place = {
    home,
    hookScript: script,
    mainScript: script,
    node: process.execPath,
    stateDir: join(home, "state"),
    version: "1.2.3",
    configDirs: {},
  };
});

const files = () => readdirSync(home, { recursive: true }).map(String).sort();
const folder = () => join(home, ".omp/agent");
const extension = () => join(folder(), "extensions/holdfast.js");

test("P2: restores the home directory, and connecting twice changes nothing", async () => {
  mkdirSync(join(folder(), "skills/mine"), { recursive: true });
  writeFileSync(join(folder(), "mcp.json"), '{ "mcpServers":{} }');
  const before = files();
  await ohMyPi.connection.connect(place);
  expect(existsSync(join(folder(), "skills/checkpoint/SKILL.md"))).toBe(true);
  expect((await ohMyPi.connection.connect(place)).every(({ action }) => action === "unchanged")).toBe(true);
  expect(await ohMyPi.connection.check(place)).toEqual({ installed: true, problems: [] });
  await ohMyPi.connection.disconnect(place);
  expect(files()).toEqual(before);
});

test("what is announced is what is written", async () => {
  const { changes } = await ohMyPi.connection.plan(place);
  await ohMyPi.connection.connect(place);
  expect(changes.map(({ path }) => path)).toEqual([
    extension(),
    join(folder(), ".mcp.json"),
    join(folder(), "skills/checkpoint"),
  ]);
  for (const { path } of changes) expect(existsSync(path)).toBe(true);
});

test("our server says whose it is", async () => {
  await ohMyPi.connection.connect(place);
  expect(JSON.parse(readFileSync(join(folder(), ".mcp.json"), "utf8"))).toEqual({
    mcpServers: {
      holdfast: { command: place.node, args: [place.mainScript, "mcp"], env: { OMPCODE: "1" } },
    },
  });
});

test("the directory moves with PI_CODING_AGENT_DIR", async () => {
  const elsewhere = join(home, "elsewhere");
  const opened = await openContext({ env: { PI_CODING_AGENT_DIR: elsewhere }, home, cwd: home });
  await ohMyPi.connection.connect({ ...place, configDirs: opened.configDirs });
  await opened.close();
  expect(existsSync(join(elsewhere, "extensions/holdfast.js"))).toBe(true);
  expect(existsSync(join(home, ".omp"))).toBe(false);
});

test("another program's extension, and servers of the user, are not changed", async () => {
  for (const path of ["extensions/holdfast.js", ".mcp.json"]) {
    mkdirSync(join(folder(), "extensions"), { recursive: true });
    writeFileSync(join(folder(), path), "{}");
    await expect(ohMyPi.connection.connect(place)).rejects.toThrow(`${path} was not written by Holdfast`);
    rmSync(join(folder(), path));
  }
});

test("doctor reports the problem and its fix", async () => {
  expect(await ohMyPi.connection.check(place)).toEqual({ installed: false, problems: [] });
  await ohMyPi.connection.connect(place);
  rmSync(join(folder(), "skills"), { recursive: true });
  writeFileSync(extension(), "// changed");
  writeFileSync(join(folder(), "config.yml"), "disabledExtensions:\n  - extension-module:holdfast\n");
  writeFileSync(join(folder(), "mcp.json"), JSON.stringify({ disabledServers: ["holdfast"] }));
  expect((await ohMyPi.connection.check(place)).problems).toEqual([
    expect.stringContaining(
      "holdfast.js differs from what this version writes: run `holdfast connect oh-my-pi`",
    ),
    expect.stringContaining("SKILL.md is missing"),
    expect.stringContaining("config.yml turns the extension off"),
    expect.stringContaining("mcp.json turns the MCP server off"),
  ]);
});
