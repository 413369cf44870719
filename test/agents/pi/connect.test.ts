import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { pi } from "../../../src/agents/pi/adapter.ts";
import { openContext } from "../../../src/app.ts";
import type { ConnectPaths } from "../../../src/kernel/agent/agent.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

let home: string;
let place: ConnectPaths;
beforeEach(() => {
  home = temporaryDirectory("pi");
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
const extension = () => join(home, ".pi/agent/extensions/holdfast");

test("P2: restores the home directory, and connecting twice changes nothing", async () => {
  mkdirSync(join(home, ".pi/agent"), { recursive: true });
  writeFileSync(join(home, ".pi/agent/settings.json"), '{ "theme":"dark" }');
  const before = files();
  await pi.connection.connect(place);
  expect(existsSync(join(extension(), "skills/checkpoint/SKILL.md"))).toBe(true);
  expect((await pi.connection.connect(place)).every(({ action }) => action === "unchanged")).toBe(true);
  expect(await pi.connection.check(place)).toEqual({ installed: true, problems: [] });
  await pi.connection.disconnect(place);
  expect(files()).toEqual(before);
});

test("the directory moves with PI_CODING_AGENT_DIR", async () => {
  const elsewhere = join(home, "elsewhere");
  const opened = await openContext({ env: { PI_CODING_AGENT_DIR: elsewhere }, home, cwd: home });
  await pi.connection.connect({ ...place, configDirs: opened.configDirs });
  await opened.close();
  expect(existsSync(join(elsewhere, "extensions/holdfast/index.js"))).toBe(true);
  expect(existsSync(join(home, ".pi"))).toBe(false);
});

test("another program's extension is not changed", async () => {
  mkdirSync(extension(), { recursive: true });
  writeFileSync(join(extension(), "index.js"), "export default () => {};");
  await expect(pi.connection.connect(place)).rejects.toThrow("was not written by Holdfast");
});

test("doctor reports the problem and its fix", async () => {
  expect(await pi.connection.check(place)).toEqual({ installed: false, problems: [] });
  await pi.connection.connect(place);
  rmSync(join(extension(), "skills"), { recursive: true });
  writeFileSync(join(extension(), "index.js"), "// changed");
  const settings = { extensions: ["-extensions/holdfast/index.js"] };
  writeFileSync(join(home, ".pi/agent/settings.json"), JSON.stringify(settings));
  expect((await pi.connection.check(place)).problems).toEqual([
    expect.stringContaining("index.js differs from what this version writes: run `holdfast connect pi`"),
    expect.stringContaining("SKILL.md is missing"),
    expect.stringContaining("turns the extension off"),
  ]);
});
