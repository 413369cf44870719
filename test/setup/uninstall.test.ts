import { spawnSync } from "node:child_process";
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";

import { beforeEach, expect, test } from "vitest";
import { directorySize } from "../../src/files/file-sizes.ts";
import { shareCodeCache } from "../support/share-code-cache.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";

const MAIN = resolve(import.meta.dirname, "../../dist/main.cjs");
let home: string;
beforeEach(() => {
  home = temporaryDirectory("leaving");
});

function holdfast(words: readonly string[], env: Record<string, string> = {}) {
  const all = { PATH: process.env["PATH"], HOME: home, HOLDFAST_NO_DAEMON: "1", ...env };
  return spawnSync(process.execPath, [MAIN, ...words], { cwd: home, env: all, encoding: "utf8" });
}

const state = () => join(home, ".local", "state", "holdfast");
/** Without the files that SQLite makes while a database is open. */
const files = () =>
  readdirSync(home, { recursive: true })
    .map(String)
    .filter((name) => !/\.db-(?:shm|wal)$/.test(name))
    .toSorted();

/** What the state directory holds besides the compiled program. */
function recordedBytes(): number {
  const names = readdirSync(state()).filter((name) => name !== "code-cache" && name !== "snapshots");
  return names.reduce((sum, name) => sum + directorySize(join(state(), name)), 0);
}

/** A user with three agents, their own files in their configuration, and something recorded. */
function use(): string[] {
  for (const name of [".claude", ".gemini", ".codex"]) mkdirSync(join(home, name));
  writeFileSync(join(home, ".codex", "config.toml"), 'model = "x"\n');
  mkdirSync(join(home, ".config"));
  const before = files();
  expect(holdfast(["connect", "--all", "--yes", "--debrief"]).status).toBe(0);
  expect(holdfast(["remember", "Deploy on Mondays only."]).status).toBe(0);
  return before;
}

test("uninstall disconnects every agent, and lists what stays with its size", () => {
  use();
  mkdirSync(join(state(), "snapshots"));
  writeFileSync(join(state(), "snapshots", "one"), "captured");
  const { stdout, status } = holdfast(["uninstall"]);
  expect(status).toBe(0);
  expect(stdout).toContain("Disconnected Claude Code, Gemini CLI, and Codex CLI.");
  expect(stdout).toMatch(new RegExp(`  ${state()}, \\d+\\.\\d [kM]B: checkpoints, prompts and notes\n`));
  expect(stdout).toMatch(new RegExp(`  ${state()}/code-cache, \\d+\\.\\d MB: the compiled program`));
  expect(stdout).toContain(`  ${state()}/snapshots, 8 bytes: captured files of your projects\n`);
  const { kept } = JSON.parse(holdfast(["uninstall", "--json"]).stdout);
  const recorded = kept.find(({ path }: { path: string }) => path === state());
  expect(recorded.bytes).toBeLessThanOrEqual(recordedBytes());
  expect(stdout).toContain(`${join(home, ".config", "holdfast", "config.json")}, `);
  expect(stdout).toContain("holdfast uninstall --purge");
  expect(stdout).toContain("npm uninstall --global holdfast");
  expect(readFileSync(join(home, ".codex", "config.toml"), "utf8")).toBe('model = "x"\n');
  expect(existsSync(join(state(), "bin"))).toBe(false);
  expect(holdfast(["recall", "deploy"]).stdout).toContain("Mondays");
});

test("uninstall --purge leaves the home as it was before", () => {
  const before = use();
  // What the status line shows of each session is ours as well.
  mkdirSync(join(state(), "status"));
  writeFileSync(join(state(), "status", "session"), "1 2\n");
  const { stdout } = holdfast(["uninstall", "--purge", "--yes"]);
  expect(stdout).toContain("Only the program itself remains.");
  expect(files()).toEqual(before);
  expect(holdfast(["uninstall", "--json"]).stdout).toBe('{"disconnected":[],"removed":[],"kept":[]}\n');
});

test("--purge deletes only Holdfast's own entries, even in a directory given as HOLDFAST_HOME", () => {
  const own = { HOLDFAST_HOME: home };
  writeFileSync(join(home, "thesis.txt"), "ten years");
  mkdirSync(join(home, "logbook"));
  shareCodeCache(home);
  expect(holdfast(["save", "--name", "x"], own).status).toBe(0);
  const { stdout } = holdfast(["uninstall", "--purge", "--yes"], own);
  expect(files()).toEqual(["logbook", "thesis.txt"]);
  expect(stdout).toContain("Only the program itself remains");
});

test("--purge deletes every entry that the sources name, also one that a killed process was writing", () => {
  const names = stateEntries();
  mkdirSync(state(), { recursive: true, mode: 0o700 });
  expect(names).toEqual(expect.arrayContaining(["archiving.json", "bin", "holdfast.db", "spool-stuck"]));
  for (const name of names) {
    // Only names with a dot are always files.
    if (name.includes(".")) writeFileSync(join(state(), name), "");
    else mkdirSync(join(state(), name), { recursive: true, mode: 0o700 });
    writeFileSync(join(state(), `${name}.4194305-1a2b3c.tmp`), "");
  }
  writeFileSync(join(state(), "conversation.json.holdfast-0a1b2c3d-4194305-1a2b3c.partial"), "");
  expect(holdfast(["uninstall", "--purge", "--yes"]).status).toBe(0);
  expect(existsSync(state()) ? readdirSync(state()) : []).toEqual([]);
});

/** The names in the state directory that the program and `hook.sh` spell out. */
function stateEntries(): string[] {
  const names = sources().flatMap((text) => [
    ...[...text.matchAll(/\bstate(?:Dir)?, "([^"]+)"/g)].map(([, name]) => name),
    ...[...text.matchAll(/\bstate(?:Dir)?, ([A-Z_]+)\b/g)].map(
      ([, constant]) => new RegExp(`^const ${constant} = "(.+)";$`, "m").exec(text)?.[1],
    ),
    ...[...text.matchAll(/(?:\$\{(?:\w+\.)*state(?:Dir)?\}|\$state)\/([\w.-]+)/g)].map(([, name]) => name),
  ]);
  return [...new Set(names.filter((name) => name !== undefined))].toSorted();
}

/** Without agents: the state directories there are those of the agents. */
function sources(): string[] {
  const root = resolve(import.meta.dirname, "../..");
  const modules = readdirSync(join(root, "src"), { recursive: true })
    .map(String)
    .filter((name) => name.endsWith(".ts") && !name.startsWith("agents/"));
  return ["scripts/hook.sh", ...modules.map((name) => join("src", name))].map((name) =>
    readFileSync(join(root, name), "utf8"),
  );
}

test("uninstall ends the daemon, which would record further", () => {
  const env = { HOLDFAST_NO_DAEMON: "" };
  shareCodeCache(state());
  expect(holdfast(["daemon", "start"], env).status).toBe(0);
  try {
    expect(holdfast(["uninstall", "--purge", "--yes"], env).status).toBe(0);
    expect(existsSync(state())).toBe(false);
  } finally {
    holdfast(["daemon", "stop"], env);
  }
});

test("the copy that npx needed is removed with it", () => {
  const version = join(home, ".local", "share", "holdfast", "0.0.1");
  mkdirSync(join(version, "node_modules"), { recursive: true });
  expect(holdfast(["uninstall"]).stdout).toContain(`  removed ${join(home, ".local/share/holdfast")}\n`);
  expect(existsSync(join(home, ".local", "share", "holdfast"))).toBe(false);
});

test("the parents of npx's copy and of the state are removed with them", () => {
  const modules = join(home, "_npx", "0a1b", "node_modules");
  cpSync(resolve(MAIN, ".."), join(modules, "holdfast", "dist"), { recursive: true });
  const words = ["connect", "claude", "--force"];
  const env = { PATH: process.env["PATH"], HOME: home, HOLDFAST_NO_DAEMON: "1" };
  const program = join(modules, "holdfast", "dist", "main.cjs");
  expect(spawnSync(process.execPath, [program, ...words], { cwd: home, env }).status).toBe(0);
  expect(existsSync(join(home, ".local", "share", "holdfast"))).toBe(true);
  expect(holdfast(["uninstall", "--purge", "--yes"]).status).toBe(0);
  expect(existsSync(join(home, ".local"))).toBe(false);
});

test("a script must confirm a purge, which lists what goes, named checkpoints too", () => {
  use();
  for (const name of ["before-refactor", "release"])
    expect(holdfast(["save", "--name", name]).status).toBe(0);
  const before = files();
  const refused = holdfast(["uninstall", "--purge"]);
  expect(refused.status).toBe(64);
  expect(refused.stderr).toContain("--purge deletes everything that Holdfast recorded, with 2 checkpoints.");
  expect(refused.stderr).toContain("Add --yes to confirm");
  expect(refused.stdout).toContain(
    "2 checkpoints of 0 sessions, among them the named release and before-refactor",
  );
  expect(refused.stdout).toContain(`${join(home, ".config", "holdfast", "config.json")}, `);
  expect(files()).toEqual(before);
  expect(holdfast(["uninstall", "--purge", "--json"]).status).toBe(64);

  expect(holdfast(["uninstall", "--archive", "kept"]).stderr).toContain("--archive needs --purge");
  const inside = holdfast(["uninstall", "--purge", "--yes", "--archive", join(state(), "kept")]);
  expect(inside.stderr).toContain("which is deleted");
  expect(files()).toEqual(before);
});

test("a purge archives all checkpoints first if asked to, and another installation restores them", () => {
  use();
  expect(holdfast(["save", "--name", "release", "--digest", "Ship it."]).status).toBe(0);
  const { stdout, status } = holdfast(["uninstall", "--purge", "--yes", "--archive", "kept"]);
  expect(status).toBe(0);
  expect(stdout).toContain(`Archived 1 checkpoint in ${join(home, "kept")}.`);
  expect(existsSync(state())).toBe(false);

  mkdirSync(join(home, ".config", "holdfast"), { recursive: true });
  const archive = { to: join(home, "kept") };
  writeFileSync(join(home, ".config", "holdfast", "config.json"), JSON.stringify({ archive }));
  expect(holdfast(["archive", "restore"]).status).toBe(0);
  expect(holdfast(["inspect", "release"]).stdout).toContain("Ship it.");
});
