import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, expect, test } from "vitest";
import { openclaw } from "../../../src/agents/openclaw/adapter.ts";
import { openContext } from "../../../src/app.ts";
import type { ConnectPaths } from "../../../src/kernel/agent/agent.ts";
import { movedFiles } from "../../../src/kernel/agent/agent-environment.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

let home: string;
let place: ConnectPaths;
let settings: string;
beforeEach(() => {
  home = temporaryDirectory("openclaw");
  settings = join(home, ".openclaw/openclaw.json");
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
const text = () => readFileSync(settings, "utf8");
const give = (content: string) => {
  mkdirSync(join(home, ".openclaw"), { recursive: true });
  writeFileSync(settings, content, { mode: 0o600 });
};

test("P2: where OpenClaw never ran, nothing is left", async () => {
  const before = files();
  await openclaw.connection.connect(place);
  expect(JSON.parse(text())).toEqual({
    plugins: { entries: { holdfast: { enabled: true, hooks: { allowConversationAccess: true } } } },
  });
  expect((await openclaw.connection.connect(place)).every(({ action }) => action === "unchanged")).toBe(true);
  expect(await openclaw.connection.check(place)).toEqual({ installed: true, problems: [] });
  await openclaw.connection.disconnect(place);
  expect(files()).toEqual(before);
});

test.each([
  ["nothing", "{}"],
  ["a comment", "// mine\n{ /* all */ }\n"],
  ["other settings", '{\n  "agents": { "defaults": {} },\n}\n'],
  [
    "unquoted keys and trailing commas",
    "{\n  plugins: {\n    slots: { memory: 'none', }, // no memory\n  },\n}",
  ],
  ["other plugins", '{ "plugins": { "entries": { "mine": { "enabled": true } } } }'],
  ["plugins without one", '{"plugins":{"entries":{}}}'],
  ["no plugins yet", '{ "plugins": {} }'],
  [
    "a list of allowed plugins",
    '{\n  "plugins": {\n    "allow": [\n      "mine"\n    ],\n    "entries": {}\n  }\n}',
  ],
  ["an empty list", '{ "plugins": { "allow": [] } }'],
  ["a text like a key", `{ "note": "\\"plugins\\": {", 'it''s': 1 }`.replace("'it''s'", '"its"')],
])("P2: settings with %s come back byte for byte, with their permissions", async (_, before) => {
  give(before);
  await openclaw.connection.connect(place);
  expect(text()).not.toBe(before);
  expect(await openclaw.connection.check(place)).toEqual({ installed: true, problems: [] });
  expect((await openclaw.connection.connect(place)).every(({ action }) => action === "unchanged")).toBe(true);
  await openclaw.connection.disconnect(place);
  expect(text()).toBe(before);
  expect(statSync(settings).mode & 0o777).toBe(0o600);
});

test("a list of allowed plugins is added to, and none is made, since that would turn other plugins off", async () => {
  give('{ "plugins": { "allow": ["mine"] } }');
  await openclaw.connection.connect(place);
  expect(JSON.parse(text()).plugins.allow).toEqual(["holdfast", "mine"]);
  give("{}");
  await openclaw.connection.connect(place);
  expect(JSON.parse(text()).plugins).not.toHaveProperty("allow");
});

test("what the client wrote since stays, also where it moved ours", async () => {
  give('{ "plugins": { "allow": ["mine"], "entries": { "a": {} } }, "meta": 1 }');
  await openclaw.connection.connect(place);
  const written = JSON.parse(text());
  const { holdfast, ...entries } = written.plugins.entries;
  written.plugins = { entries: { ...entries, b: {}, holdfast }, allow: ["mine", "holdfast"] };
  writeFileSync(settings, JSON.stringify({ ...written, meta: 2 }, null, 2));
  expect(await openclaw.connection.check(place)).toEqual({ installed: true, problems: [] });
  await openclaw.connection.disconnect(place);
  expect(JSON.parse(text())).toEqual({ meta: 2, plugins: { allow: ["mine"], entries: { a: {}, b: {} } } });
});

test("settings that cannot be read, or name another plugin of this name, stay unchanged", async () => {
  for (const content of [
    '{ "plugins": { ',
    "[]",
    '{ "plugins": 7 }',
    '{ "plugins": { "entries": { "holdfast": {} } } }',
  ]) {
    give(content);
    await expect(openclaw.connection.connect(place)).rejects.toMatchObject({ code: "conflict" });
    expect(text()).toBe(content);
    expect(existsSync(join(home, ".openclaw/extensions"))).toBe(false);
  }
});

test("the directory moves with OPENCLAW_STATE_DIR", async () => {
  const elsewhere = join(home, "elsewhere");
  const opened = await openContext({ env: { OPENCLAW_STATE_DIR: elsewhere }, home, cwd: home });
  await openclaw.connection.connect({ ...place, configDirs: opened.configDirs });
  await opened.close();
  expect(existsSync(join(elsewhere, "extensions/holdfast/index.js"))).toBe(true);
  expect(existsSync(join(home, ".openclaw"))).toBe(false);
});

test("the directory moves with OPENCLAW_HOME, unless OPENCLAW_STATE_DIR says where it is", async () => {
  const [moved, state] = [join(home, "moved"), join(home, "state-of-a-profile")];
  const dirsOf = async (env: Record<string, string>) => {
    const opened = await openContext({ env, home, cwd: home });
    await opened.close();
    return opened.configDirs["openclaw"];
  };
  expect(await dirsOf({ OPENCLAW_HOME: moved })).toBe(join(moved, ".openclaw"));
  expect(await dirsOf({ OPENCLAW_HOME: moved, OPENCLAW_STATE_DIR: state })).toBe(state);
  expect(await dirsOf({ OPENCLAW_HOME: "~/moved" })).toBe(join(moved, ".openclaw"));
  expect(await dirsOf({ OPENCLAW_HOME: "~" })).toBe(join(home, ".openclaw"));
  expect(await dirsOf({})).toBeUndefined();
});

test("P2: settings that OPENCLAW_CONFIG_PATH moves are those that are changed, checked and restored", async () => {
  for (const named of [join(home, "own.json5"), "~/own.json5"]) {
    const own = join(home, "own.json5");
    writeFileSync(own, "// mine\n{ agents: {} }\n");
    const moved = { ...place, movedFiles: movedFiles([openclaw], { OPENCLAW_CONFIG_PATH: named }) };
    const before = files();
    await openclaw.connection.connect(moved);
    expect((await openclaw.connection.plan(moved)).changes.map(({ path }) => path)).toContain(own);
    expect(readFileSync(own, "utf8")).toContain("allowConversationAccess");
    expect(existsSync(settings)).toBe(false);
    expect(await openclaw.connection.check(moved)).toEqual({ installed: true, problems: [] });
    expect((await openclaw.connection.check(place)).problems).toEqual([
      expect.stringContaining("does not permit"),
    ]);
    await openclaw.connection.disconnect(moved);
    expect(readFileSync(own, "utf8")).toBe("// mine\n{ agents: {} }\n");
    expect(files()).toEqual(before);
  }
});

test("doctor reports the problem and its fix", async () => {
  expect(await openclaw.connection.check(place)).toEqual({ installed: false, problems: [] });
  await openclaw.connection.connect(place);
  rmSync(join(home, ".openclaw/extensions/holdfast/skills"), { recursive: true });
  give(
    '{ plugins: { allow: ["mine"], deny: ["holdfast"], entries: { holdfast: { enabled: false, hooks: { allowPromptInjection: false } } } } }',
  );
  const problems = [
    "SKILL.md is missing",
    "does not permit the plugin to read conversations: run `holdfast connect openclaw`",
    "turns the plugin off: run `openclaw plugins enable holdfast`",
    "does not name the plugin in plugins.allow",
    "names the plugin in plugins.deny",
    "nothing is recovered",
  ];
  expect((await openclaw.connection.check(place)).problems).toEqual(
    problems.map((found) => expect.stringContaining(found)),
  );
});

const WITHOUT_PLUGINS = '{\n  // none\n  "plugins": { "enabled": false },\n}\n';

test("S38: where the settings turn plugins off, a hook pack is connected instead, and leaves nothing behind", async () => {
  give(WITHOUT_PLUGINS);
  const before = files();
  await openclaw.connection.connect(place);
  expect(text()).toContain('"internal": { "entries": { "holdfast": { "enabled": true } } }');
  expect(readFileSync(join(home, ".openclaw/hooks/holdfast/HOOK.md"), "utf8")).toContain("agent:bootstrap");
  expect(existsSync(join(home, ".openclaw/extensions"))).toBe(false);
  expect((await openclaw.connection.plan(place)).changes.map(({ what }) => what)).toEqual([
    expect.stringContaining("hook pack"),
    expect.stringContaining("gateway"),
  ]);
  expect(await openclaw.connection.check(place)).toEqual({ installed: true, problems: [] });
  expect((await openclaw.connection.connect(place)).every(({ action }) => action === "unchanged")).toBe(true);
  await openclaw.connection.disconnect(place);
  expect(text()).toBe(WITHOUT_PLUGINS);
  expect(files()).toEqual(before);
});

test("S38: plugins that are turned off or on later are seen by doctor, and connecting again changes the form", async () => {
  give("{}");
  await openclaw.connection.connect(place);
  give(text().replace('"plugins": {', '"plugins": { "enabled": false,'));
  expect((await openclaw.connection.check(place)).problems).toEqual([
    expect.stringContaining("turn all plugins off"),
  ]);
  await openclaw.connection.connect(place);
  expect(await openclaw.connection.check(place)).toEqual({ installed: true, problems: [] });
  expect(existsSync(join(home, ".openclaw/extensions/holdfast"))).toBe(false);
  give(text().replace('"enabled": false', '"enabled": true'));
  expect((await openclaw.connection.check(place)).problems).toEqual([
    expect.stringContaining("no longer turn"),
  ]);
  await openclaw.connection.connect(place);
  expect(existsSync(join(home, ".openclaw/hooks"))).toBe(false);
  expect(await openclaw.connection.check(place)).toEqual({ installed: true, problems: [] });
});

test("S38: doctor says what keeps a hook pack from being loaded", async () => {
  give(WITHOUT_PLUGINS);
  await openclaw.connection.connect(place);
  give('{ "plugins": { "enabled": false }, "hooks": { "internal": { "enabled": false } } }');
  expect((await openclaw.connection.check(place)).problems).toEqual([
    expect.stringContaining("turns hook packs off"),
    expect.stringContaining("hooks.internal.entries"),
  ]);
});
