import { execFileSync } from "node:child_process";
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { codex } from "../../../src/agents/codex/adapter.ts";
import { trustedHash } from "../../../src/agents/codex/config-block.ts";
import { hookArguments } from "../../../src/agents/hook-command.ts";
import type { ConnectPaths } from "../../../src/kernel/agent/agent.ts";

let home: string;
let place: ConnectPaths;
let hooksFile: string;
let configFile: string;
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), "holdfast-codex-"));
  const script = join(home, "it's here", "hook.sh");
  mkdirSync(join(home, "it's here"));
  writeFileSync(script, '#!/bin/sh\nprintf "%s" "$*"\n', { mode: 0o755 });
  const paths = {
    hookScript: script,
    mainScript: script,
    node: process.execPath,
    stateDir: join(home, "state"),
    version: "1.2.3",
  };
  place = { home, ...paths, configDirs: {} };
  hooksFile = join(home, ".codex", "hooks.json");
  configFile = join(home, ".codex", "config.toml");
});
afterEach(() => rmSync(home, { recursive: true, force: true }));

const all = () =>
  readdirSync(home, { recursive: true, withFileTypes: true })
    .map((entry) => ({ entry, path: join(entry.parentPath ?? entry.path, entry.name) }))
    .map(({ entry, path }) => [path, entry.isFile() ? readFileSync(path, "utf8") : "directory"] as const)
    .toSorted(([a], [b]) => a.localeCompare(b));

const MINE = '{ "hooks": {\n  "Stop": [ { "hooks": [ {"type":"command","command":"true"} ] } ] } }\n\n';

describe("connect", () => {
  test("removes the directories that it created", async () => {
    const before = all();
    await codex.connection.connect(place);
    await codex.connection.disconnect(place);
    expect(all()).toEqual(before);
  });

  test.each([
    ["nothing", undefined, undefined],
    ["a configuration without a last line feed", undefined, 'model = "x"'],
    ["hooks and a configuration of the user's", MINE, "# mine\n[features]\nplugins = false\n"],
  ])("leaves a home byte-equal with %s in it, and does nothing twice", async (_, hooks, config) => {
    mkdirSync(join(home, ".codex"));
    if (hooks !== undefined) writeFileSync(hooksFile, hooks);
    if (config !== undefined) writeFileSync(configFile, config);
    const before = all();
    await codex.connection.connect(place);
    const connected = all();
    await codex.connection.connect(place);
    expect(all()).toEqual(connected);
    expect(await codex.connection.check(place)).toEqual({ installed: true, problems: [] });
    expect(readFileSync(configFile, "utf8").startsWith(config ?? "")).toBe(true);
    await codex.connection.disconnect(place);
    expect(all()).toEqual(before);
  });

  test("later additions to the files stay", async () => {
    mkdirSync(join(home, ".codex"));
    writeFileSync(hooksFile, MINE);
    await codex.connection.connect(place);
    const hooks = JSON.parse(readFileSync(hooksFile, "utf8"));
    hooks.hooks.Interrupt = [{ hooks: [{ type: "command", command: "later" }] }];
    writeFileSync(hooksFile, JSON.stringify(hooks));
    writeFileSync(configFile, `${readFileSync(configFile, "utf8")}\n[later]\n`);
    await codex.connection.disconnect(place);
    const left = JSON.parse(readFileSync(hooksFile, "utf8"));
    expect(Object.keys(left.hooks)).toEqual(["Stop", "Interrupt"]);
    expect(readFileSync(configFile, "utf8")).toContain("[later]");
    expect(readFileSync(configFile, "utf8")).not.toContain("holdfast");
  });

  test("Codex 1: every hook is trusted at its own position, after the user's own", async () => {
    mkdirSync(join(home, ".codex"));
    writeFileSync(hooksFile, MINE);
    await codex.connection.connect(place);
    const config = readFileSync(configFile, "utf8");
    expect(config).toContain(
      `[hooks.state."${hooksFile}:stop:1:0"]\ntrusted_hash = "${trustedHash({ ...place, hooks: codex.hooks }, "Stop")}"`,
    );
    expect(config).toContain(`[hooks.state."${hooksFile}:user_prompt_submit:0:0"]`);
    const { hooks } = JSON.parse(readFileSync(hooksFile, "utf8"));
    expect(hooks.Stop[0].hooks[0].command).toBe("true");
  });

  test.each([
    ["a last line feed", 'model = "x"\n'],
    ["none", 'model = "x"'],
  ])("what Codex itself writes between our tables stays, in a file with %s at its end", async (_, own) => {
    mkdirSync(join(home, ".codex"));
    writeFileSync(configFile, own);
    await codex.connection.connect(place);
    // Where Codex 0.169.0 puts them: before our last line, which trails the document.
    const theirs = `\n[hooks.state."${hooksFile}:stop:7:0"]\ntrusted_hash = "sha256:1"\n\n# mine\n[tui]\ntheme = "x"\n`;
    writeFileSync(configFile, readFileSync(configFile, "utf8").replace(/(?=# <<< holdfast)/, theirs));
    expect(await codex.connection.check(place)).toEqual({ installed: true, problems: [] });
    await codex.connection.connect(place);
    expect(readFileSync(configFile, "utf8").startsWith(own + theirs)).toBe(true);
    await codex.connection.disconnect(place);
    expect(readFileSync(configFile, "utf8")).toBe(own + theirs);
  });

  test("a line directly after our block is not joined with the user's last line", async () => {
    mkdirSync(join(home, ".codex"));
    writeFileSync(configFile, 'model = "x"');
    await codex.connection.connect(place);
    writeFileSync(configFile, `${readFileSync(configFile, "utf8")}[later]\n`);
    await codex.connection.disconnect(place);
    expect(readFileSync(configFile, "utf8")).toBe('model = "x"\n[later]\n');
  });

  test("tools of ours that the user always allows stay over a second connect and leave with us", async () => {
    await codex.connection.connect(place);
    const allowed = '\n[mcp_servers.holdfast.tools.checkpoint_save]\napproval_mode = "approve"\n';
    writeFileSync(configFile, readFileSync(configFile, "utf8") + allowed);
    await codex.connection.connect(place);
    expect(readFileSync(configFile, "utf8")).toContain(allowed);
    await codex.connection.disconnect(place);
    expect(existsSync(configFile) ? readFileSync(configFile, "utf8").trim() : "").toBe("");
  });

  test("Codex 1: a server that was removed with our first line leaves no table to be written twice", async () => {
    await codex.connection.connect(place);
    const text = readFileSync(configFile, "utf8");
    writeFileSync(configFile, text.slice(text.indexOf("[hooks.state.")));
    await codex.connection.connect(place);
    const headers = readFileSync(configFile, "utf8").match(/^\[.*\]$/gm) ?? [];
    expect(headers).toEqual([...new Set(headers)]);
    expect((await codex.connection.check(place)).problems).toEqual([]);
  });

  test("Codex 1: connecting again moves no hook, since the client's trust hangs on its place", async () => {
    await codex.connection.connect(place);
    const hooks = JSON.parse(readFileSync(hooksFile, "utf8"));
    hooks.hooks.Stop.push({ hooks: [{ type: "command", command: "later" }] });
    writeFileSync(hooksFile, JSON.stringify(hooks));
    await codex.connection.connect(place);
    expect(JSON.parse(readFileSync(hooksFile, "utf8"))).toEqual(hooks);
  });

  test("Codex 8: room for the longest context is asked for, where context is given", async () => {
    await codex.connection.connect(place);
    const { hooks } = JSON.parse(readFileSync(hooksFile, "utf8"));
    expect(hooks.SessionStart[0].hooks[0].additionalContextLimit).toBe(40_000);
    expect(hooks.UserPromptSubmit[0].hooks[0].additionalContextLimit).toBe(40_000);
    expect(hooks.Stop[0].hooks[0]).not.toHaveProperty("additionalContextLimit");
  });

  test("Codex 9: the end of a session gets no longer than the client grants; a path may hold anything", async () => {
    await codex.connection.connect(place);
    const { hooks } = JSON.parse(readFileSync(hooksFile, "utf8"));
    expect(hooks.SessionEnd[0].hooks[0].timeout).toBe(3);
    for (const [event, [group]] of Object.entries<{ hooks: { command: string }[] }[]>(hooks)) {
      const command = group?.hooks[0]?.command ?? "";
      expect(execFileSync("sh", ["-c", command]).toString()).toBe(
        hookArguments(codex.hooks, event, process.execPath).join(" "),
      );
    }
  });

  test("CODEX_HOME moves the directory; a server of the same name and a broken file are rejected unchanged", async () => {
    const elsewhere = join(home, "elsewhere");
    await codex.connection.connect({ ...place, configDirs: { codex: elsewhere } });
    expect(existsSync(join(elsewhere, "hooks.json"))).toBe(true);
    mkdirSync(join(home, ".codex"));
    writeFileSync(configFile, "[mcp_servers.holdfast]\n");
    await expect(codex.connection.connect(place)).rejects.toThrow("has an MCP server named holdfast");
    writeFileSync(configFile, "");
    writeFileSync(hooksFile, "{ not json");
    await expect(codex.connection.connect(place)).rejects.toThrow("cannot be read");
    expect(readFileSync(hooksFile, "utf8")).toBe("{ not json");
  });
});

describe("config.toml is read as TOML", () => {
  test.each([
    'mcp_servers.holdfast.command = "mine"\n',
    '[mcp_servers]\nholdfast = { command = "mine" }\n',
    '[ mcp_servers . "holdfast" ]\ncommand = "mine"\n',
  ])("a server of our name is refused however it is written: %j", async (config) => {
    mkdirSync(join(home, ".codex"));
    writeFileSync(configFile, config);
    await expect(codex.connection.connect(place)).rejects.toThrow("has an MCP server named holdfast");
    expect(readFileSync(configFile, "utf8")).toBe(config);
  });

  test("a name in a comment or a string does not count as a server", async () => {
    mkdirSync(join(home, ".codex"));
    writeFileSync(configFile, 'note = """\n[mcp_servers.holdfast]\n"""\n# [mcp_servers.holdfast]\n');
    await codex.connection.connect(place);
    expect((await codex.connection.check(place)).problems).toEqual([]);
  });

  test("invalid TOML is rejected unchanged and reported, and disconnecting removes only our block", async () => {
    mkdirSync(join(home, ".codex"));
    writeFileSync(configFile, "model = \n");
    await expect(codex.connection.connect(place)).rejects.toThrow("is not valid TOML");
    expect(readFileSync(configFile, "utf8")).toBe("model = \n");
    writeFileSync(configFile, "");
    await codex.connection.connect(place);
    writeFileSync(configFile, `${readFileSync(configFile, "utf8")}model = \n`);
    expect((await codex.connection.check(place)).problems).toEqual([
      expect.stringContaining("is not valid TOML"),
    ]);
    await codex.connection.disconnect(place);
    expect(readFileSync(configFile, "utf8")).toBe("model = \n");
  });

  test("trust and server count in any layout", async () => {
    await codex.connection.connect(place);
    const text = readFileSync(configFile, "utf8");
    writeFileSync(
      configFile,
      text.replaceAll(" = ", "=").replaceAll("\n[", "\n\n [ ").replaceAll("]\ntrusted", " ]\ntrusted"),
    );
    expect((await codex.connection.check(place)).problems).toEqual([]);
  });
});

describe("doctor", () => {
  test("Codex 1: reports lost trust, since the client does not", async () => {
    expect(await codex.connection.check(place)).toEqual({ installed: false, problems: [] });
    await codex.connection.connect(place);
    writeFileSync(configFile, readFileSync(configFile, "utf8").replace(/sha256:\w+/, "sha256:0"));
    const { problems } = await codex.connection.check(place);
    expect(problems.join()).toMatch(
      /does not trust the hooks for SessionStart .*run `holdfast connect codex`/,
    );
    await codex.connection.connect(place);
    expect((await codex.connection.check(place)).problems).toEqual([]);
    const trusted = readFileSync(configFile, "utf8");
    writeFileSync(configFile, trusted.replace(/(?<=:stop:0:0"]\ntrusted_hash.*\n)/, "enabled = false\n"));
    expect((await codex.connection.check(place)).problems).toEqual([
      expect.stringContaining("turns the hooks for Stop off"),
    ]);
    await codex.connection.connect(place);
    writeFileSync(configFile, `[features]\nhooks = false\n${readFileSync(configFile, "utf8")}`);
    expect((await codex.connection.check(place)).problems).toEqual([
      expect.stringContaining("turns all hooks off"),
    ]);
  });
});

test("who may read the client's files stays as it was, and a link of the user's stays a link", async () => {
  mkdirSync(join(home, ".codex"));
  mkdirSync(join(home, "dotfiles"));
  const real = join(home, "dotfiles", "config.toml");
  writeFileSync(real, 'key = "private"\n', { mode: 0o600 });
  symlinkSync(real, configFile);
  await codex.connection.connect(place);
  expect(lstatSync(configFile).isSymbolicLink()).toBe(true);
  expect(readFileSync(real, "utf8")).toContain("[mcp_servers.holdfast]");
  expect(statSync(real).mode & 0o777).toBe(0o600);
});

test("a configuration file that a link names before it exists is created there", async () => {
  mkdirSync(join(home, ".codex"));
  const real = join(home, "dotfiles.toml");
  symlinkSync(real, configFile);
  await codex.connection.connect(place);
  expect(lstatSync(configFile).isSymbolicLink()).toBe(true);
  expect(readFileSync(real, "utf8")).toContain("[mcp_servers.holdfast]");
});
