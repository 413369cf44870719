import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { opencode } from "../../../src/agents/opencode/adapter.ts";
import { openContext } from "../../../src/app.ts";
import type { ConnectPaths } from "../../../src/kernel/agent/agent.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

let home: string;
let place: ConnectPaths;
beforeEach(() => {
  home = temporaryDirectory("opencode");
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
const config = () => join(home, ".config/opencode");

test("P2: restores the home directory, and connecting twice changes nothing", async () => {
  mkdirSync(join(config(), "plugins"), { recursive: true });
  writeFileSync(join(config(), "opencode.jsonc"), '{ "theme":"dark" } // mine');
  writeFileSync(join(config(), "plugins/mine.js"), "");
  const before = files();
  await opencode.connection.connect(place);
  expect(existsSync(join(config(), "skills/checkpoint/SKILL.md"))).toBe(true);
  expect((await opencode.connection.connect(place)).every(({ action }) => action === "unchanged")).toBe(true);
  expect(await opencode.connection.check(place)).toEqual({ installed: true, problems: [] });
  await opencode.connection.disconnect(place);
  expect(files()).toEqual(before);
});

test("the directory moves with XDG_CONFIG_HOME", async () => {
  const elsewhere = join(home, "elsewhere");
  const opened = await openContext({ env: { XDG_CONFIG_HOME: elsewhere }, home, cwd: home });
  await opencode.connection.connect({ ...place, configDirs: opened.configDirs });
  await opened.close();
  expect(existsSync(join(elsewhere, "opencode/plugins/holdfast.js"))).toBe(true);
  expect(existsSync(join(home, ".config"))).toBe(false);
});

test("the database moves with OPENCODE_DB, whose directory is the usual one if it names none", async () => {
  const databaseWith = async (env: Record<string, string>) => {
    const opened = await openContext({ env, home, cwd: home });
    const { dataDir } = await opencode.connection.plan({ ...place, ...opened });
    await opened.close();
    return dataDir;
  };
  const usual = join(home, ".local/share/opencode");
  const moved = join(home, "moved");
  expect(await databaseWith({})).toBe(join(usual, "opencode.db"));
  expect(await databaseWith({ OPENCODE_DB: "work.sqlite" })).toBe(join(usual, "work.sqlite"));
  expect(await databaseWith({ OPENCODE_DB: "work.sqlite", XDG_DATA_HOME: moved })).toBe(
    join(moved, "opencode/work.sqlite"),
  );
  expect(await databaseWith({ OPENCODE_DB: join(moved, "a.db"), XDG_DATA_HOME: home })).toBe(
    join(moved, "a.db"),
  );
});

test("another program's plugin is not changed", async () => {
  mkdirSync(join(config(), "plugins"), { recursive: true });
  writeFileSync(join(config(), "plugins/holdfast.js"), "export default {};");
  await expect(opencode.connection.connect(place)).rejects.toThrow("was not written by Holdfast");
});

test("doctor reports the problem and its fix", async () => {
  expect(await opencode.connection.check(place)).toEqual({ installed: false, problems: [] });
  await opencode.connection.connect(place);
  rmSync(join(config(), "skills"), { recursive: true });
  writeFileSync(join(config(), "plugins/holdfast.js"), "// changed");
  expect((await opencode.connection.check(place)).problems).toEqual([
    expect.stringContaining(
      "holdfast.js differs from what this version writes: run `holdfast connect opencode`",
    ),
    expect.stringContaining("SKILL.md is missing"),
  ]);
});
