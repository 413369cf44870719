import { execFile } from "node:child_process";
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { claudeCode } from "../../../src/agents/claude-code/adapter.ts";
import { hookArguments, hookProgram } from "../../../src/agents/hook-command.ts";
import type { ConnectPaths } from "../../../src/kernel/agent/agent.ts";

let root: string;
let place: ConnectPaths;
let plugin: string;

beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "holdfast-connect-"));
  // S57: nothing of ours may care what our own paths look like.
  const ours = join(root, 'our $HOME\'s "place"');
  const home = join(root, "home");
  mkdirSync(ours);
  mkdirSync(home);
  place = {
    home,
    hookScript: join(ours, "hook.sh"),
    mainScript: join(ours, "main.cjs"),
    node: process.execPath,
    stateDir: join(root, "state"),
    version: "1.2.3",
    configDirs: {},
  };
  writeFileSync(place.hookScript, "#!/bin/sh\n", { mode: 0o755 });
  writeFileSync(place.mainScript, "");
  plugin = join(home, ".claude", "skills", "holdfast");
});
afterEach(() => rmSync(root, { recursive: true }));

/** Everything under a folder: paths with contents, links and empty folders. */
function snapshot(folder: string): Record<string, string> {
  const all = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => {
    const stat = lstatSync(join(folder, name));
    if (stat.isSymbolicLink()) return [name, `→ ${readlinkSync(join(folder, name))}`];
    return [name, stat.isDirectory() ? "folder" : readFileSync(join(folder, name), "utf8")];
  });
  return Object.fromEntries(all);
}

function write(path: string, text: string): void {
  mkdirSync(join(path, ".."), { recursive: true });
  writeFileSync(path, text);
}

const installed = (path: string) => JSON.parse(readFileSync(join(plugin, path), "utf8"));

test("with debriefs on, the plugin permits their tool and no other, until they are off again", async () => {
  const permitting = { ...place, permitsDigest: true };
  await claudeCode.connection.connect(permitting);
  expect(await claudeCode.connection.check(permitting)).toEqual({ installed: true, problems: [] });
  const before = installed("hooks/hooks.json").hooks.PreToolUse;
  const [, { matcher, hooks: permissions }] = before;
  expect(matcher).toBe("mcp__plugin_holdfast_holdfast__session_digest");
  const { stdout } = await promisify(execFile)(permissions[0].command, permissions[0].args);
  expect(JSON.parse(stdout)).toMatchObject({ hookSpecificOutput: { permissionDecision: "allow" } });
  await claudeCode.connection.connect(place);
  expect(installed("hooks/hooks.json").hooks.PreToolUse).toEqual(before.slice(0, 1));
});

test("connect installs a plugin with hooks, skill and MCP server", async () => {
  const changes = await claudeCode.connection.connect(place);
  expect(new Set(changes.map(({ action }) => action))).toEqual(new Set(["created"]));
  expect(installed(".claude-plugin/plugin.json")).toMatchObject({ name: "holdfast", version: "1.2.3" });
  expect(installed(".mcp.json")).toEqual({
    mcpServers: { holdfast: { command: process.execPath, args: [place.mainScript, "mcp"] } },
  });
  expect(readFileSync(join(plugin, "skills/checkpoint/SKILL.md"), "utf8")).toMatch(
    /^---\nname: checkpoint\n/,
  );
  expect(Object.keys(installed("hooks/hooks.json").hooks)).toEqual([
    "SessionStart",
    "UserPromptSubmit",
    "PreToolUse",
    "PostToolBatch",
    "Stop",
    "StopFailure",
    "PreCompact",
    "PostCompact",
    "SubagentStart",
    "SubagentStop",
    "SessionEnd",
  ]);
  expect(await claudeCode.connection.check(place)).toEqual({ installed: true, problems: [] });
});

const WITHOUT_REPLY = ["PostToolBatch", "PostCompact", "SubagentStart", "SubagentStop", "SessionEnd"];

test("SEC-S57 R-H4: every hook is in exec form with our path as it is, and has a timeout in seconds", async () => {
  await claudeCode.connection.connect(place);
  for (const [event, groups] of Object.entries(installed("hooks/hooks.json").hooks)) {
    expect(groups).toEqual([
      {
        ...(event === "PreToolUse" && { matcher: expect.any(String) }),
        hooks: [
          {
            type: "command",
            command: place.hookScript,
            args: hookArguments(claudeCode.hooks, event, place.node),
            timeout: WITHOUT_REPLY.includes(event) ? 5 : 15,
          },
        ],
      },
    ]);
  }
});

test("a tool call waits for captured files unless the tool only reads", async () => {
  await claudeCode.connection.connect(place);
  const [{ matcher }] = installed("hooks/hooks.json").hooks.PreToolUse;
  const waits = (name: string) => new RegExp(matcher).test(name);
  expect(["Bash", "Edit", "Write", "NotebookEdit", "mcp__files__Read", "LaterTool"].every(waits)).toBe(true);
  expect(["Read", "Glob", "Grep", "WebFetch", "AskUserQuestion", "Task"].some(waits)).toBe(false);
});

test("on Windows, node runs the hook program directly", () => {
  const place = { hookScript: "/state/bin/hook", mainScript: "/ours/main.cjs", node: "/bin/node" };
  expect(hookProgram(claudeCode.hooks, place, "Stop", "win32")).toEqual({
    command: "/bin/node",
    args: ["/ours/hook.cjs", "claude-code", "Stop"],
  });
});

test("connecting twice changes nothing", async () => {
  await claudeCode.connection.connect(place);
  const before = snapshot(place.home);
  const changes = await claudeCode.connection.connect(place);
  expect(new Set(changes.map(({ action }) => action))).toEqual(new Set(["unchanged"]));
  expect(snapshot(place.home)).toEqual(before);
});

test("SEC-S57: disconnect leaves an empty home as empty as it was", async () => {
  await claudeCode.connection.connect(place);
  const changes = await claudeCode.connection.disconnect(place);
  expect(new Set(changes.map(({ action }) => action))).toEqual(new Set(["removed"]));
  expect(snapshot(place.home)).toEqual({});
  expect(await claudeCode.connection.disconnect(place)).toEqual([]);
  expect(await claudeCode.connection.check(place)).toEqual({ installed: false, problems: [] });
});

test("SEC-S57: disconnect leaves the user's own files and folders byte-equal", async () => {
  write(join(place.home, ".claude/settings.json"), '{ "hooks": {} }');
  write(join(place.home, ".claude/skills/mine/SKILL.md"), "mine");
  mkdirSync(join(place.home, ".claude/skills/holdfast"));
  const before = snapshot(place.home);
  await claudeCode.connection.connect(place);
  await claudeCode.connection.connect(place);
  await claudeCode.connection.disconnect(place);
  expect(snapshot(place.home)).toEqual(before);
});

test("files that the user added to our folder stay, our files that the user changed are removed", async () => {
  await claudeCode.connection.connect(place);
  write(join(plugin, "notes.md"), "mine");
  write(join(plugin, "skills/checkpoint/SKILL.md"), "changed");
  await claudeCode.connection.disconnect(place);
  expect(snapshot(plugin)).toEqual({ "notes.md": "mine" });
});

test("folders that the client filled after us stay", async () => {
  await claudeCode.connection.connect(place);
  write(join(place.home, ".claude/history.jsonl"), "{}");
  await claudeCode.connection.disconnect(place);
  expect(snapshot(place.home)).toEqual({ ".claude": "folder", ".claude/history.jsonl": "{}" });
});

test("R-H4: connecting again repairs stale and missing entries and removes those of an earlier version", async () => {
  await claudeCode.connection.connect({ ...place, hookScript: "/old/hook.sh" });
  rmSync(join(plugin, ".mcp.json"));
  const marker = installed(".holdfast.json");
  write(
    join(plugin, ".holdfast.json"),
    JSON.stringify({ ...marker, files: { ...marker.files, "old/gone.md": "x" } }),
  );
  write(join(plugin, "old/gone.md"), "old");
  const { problems } = await claudeCode.connection.check(place);
  expect(problems.join("\n")).toContain(".mcp.json is missing");
  expect(problems.join("\n")).toContain("hooks.json differs from what this version writes");

  const changes = await claudeCode.connection.connect(place);
  const actions = Object.fromEntries(
    changes.map(({ path, action }) => [path.slice(plugin.length + 1), action]),
  );
  expect(actions).toMatchObject({
    "old/gone.md": "removed",
    ".mcp.json": "created",
    "hooks/hooks.json": "updated",
    "skills/checkpoint/SKILL.md": "unchanged",
  });
  expect((await claudeCode.connection.check(place)).problems).toEqual([]);
});

test("R-H4: check names a hook without timeout, a missing program, and hooks turned off", async () => {
  await claudeCode.connection.connect(place);
  const hooks = installed("hooks/hooks.json");
  delete hooks.hooks.Stop[0].hooks[0].timeout;
  delete hooks.hooks.SessionEnd;
  write(join(plugin, "hooks/hooks.json"), JSON.stringify(hooks));
  write(join(place.home, ".claude/settings.json"), '{"disableAllHooks":true}');
  chmodSync(place.hookScript, 0o644);
  rmSync(place.mainScript);
  const problems = (await claudeCode.connection.check(place)).problems.join("\n");
  expect(problems).toContain("the hook for Stop has no timeout");
  expect(problems).toContain("no hook for SessionEnd");
  expect(problems).toContain("hook.sh is missing or not executable");
  expect(problems).toContain("main.cjs is missing or not readable");
  expect(problems).toContain("remove disableAllHooks");
});

test("a damaged hooks file is a problem, not a crash", async () => {
  await claudeCode.connection.connect(place);
  write(join(plugin, "hooks/hooks.json"), "{");
  expect((await claudeCode.connection.check(place)).problems.join("\n")).toContain("cannot be read");
});

test("CLAUDE_CONFIG_DIR moves the plugin, and folders made for it are removed again", async () => {
  const configDir = join(root, "deep", "er", "config");
  await claudeCode.connection.connect({ ...place, configDirs: { "claude-code": configDir } });
  expect(existsSync(join(configDir, "skills/holdfast/.claude-plugin/plugin.json"))).toBe(true);
  expect(snapshot(place.home)).toEqual({});
  await claudeCode.connection.disconnect({ ...place, configDirs: { "claude-code": configDir } });
  expect(existsSync(join(root, "deep"))).toBe(false);
});

test.each(["", "hooks", "hooks/hooks.json"])(
  "a symbolic link in place of holdfast/%s is refused",
  async (path) => {
    const elsewhere = join(root, "elsewhere");
    write(join(elsewhere, "hooks.json"), "theirs");
    mkdirSync(join(plugin, path, ".."), { recursive: true });
    symlinkSync(path.endsWith(".json") ? join(elsewhere, "hooks.json") : elsewhere, join(plugin, path));
    const before = snapshot(root);
    await expect(claudeCode.connection.connect(place)).rejects.toThrow("is a symbolic link");
    expect(snapshot(root)).toEqual(before);
  },
);

test("a home kept elsewhere by a link to .claude is the user's business", async () => {
  mkdirSync(join(root, "dotfiles"));
  symlinkSync(join(root, "dotfiles"), join(place.home, ".claude"));
  const before = snapshot(root);
  await claudeCode.connection.connect(place);
  expect(existsSync(join(root, "dotfiles/skills/holdfast/.mcp.json"))).toBe(true);
  await claudeCode.connection.disconnect(place);
  expect(snapshot(root)).toEqual(before);
});

test("someone else's plugin of our name is not overwritten, nor removed", async () => {
  write(join(plugin, ".claude-plugin/plugin.json"), '{"name":"holdfast","author":"else"}');
  const before = snapshot(place.home);
  await expect(claudeCode.connection.connect(place)).rejects.toMatchObject({ code: "conflict" });
  await claudeCode.connection.disconnect(place);
  expect(snapshot(place.home)).toEqual(before);
});

test("without the marker, disconnect still removes files that are certainly ours", async () => {
  await claudeCode.connection.connect(place);
  rmSync(join(plugin, ".holdfast.json"));
  write(join(plugin, "skills/checkpoint/SKILL.md"), "whose?");
  await claudeCode.connection.disconnect(place);
  expect(Object.values(snapshot(plugin)).filter((content) => content !== "folder")).toEqual(["whose?"]);
});

test("a forged record cannot make us remove anything outside our folder", async () => {
  write(join(place.home, "precious"), "keep");
  await claudeCode.connection.connect(place);
  const forged = { files: { "../../../precious": "x" }, createdFolders: ["../../../../x"] };
  write(join(plugin, ".holdfast.json"), JSON.stringify(forged));
  await claudeCode.connection.disconnect(place);
  expect(readFileSync(join(place.home, "precious"), "utf8")).toBe("keep");
});

test("the half of a killed write is cleaned up", async () => {
  await claudeCode.connection.connect(place);
  write(join(plugin, "hooks/.hooks.json.holdfast-tmp"), "{");
  await claudeCode.connection.disconnect(place);
  expect(snapshot(place.home)).toEqual({});
});
