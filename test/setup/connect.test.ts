import { spawnSync } from "node:child_process";
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { describe, expect, test } from "vitest";
import { connect, disconnect } from "../../src/setup/operations/connect.ts";
import { doctor } from "../../src/setup/operations/doctor.ts";
import { type TestPlace, withPlace } from "../support/test-context.ts";

const DIST = resolve(import.meta.dirname, "../../dist");

/** A place in which an agent was used, or its program is on the path. */
function withAgent(place: TestPlace, how: "used" | "on the path") {
  const directory = how === "used" ? join(place.root, "home", ".gemini") : join(place.root, "commands");
  mkdirSync(directory);
  if (how === "on the path") writeFileSync(join(directory, "gemini"), "#!/bin/sh\n", { mode: 0o755 });
  return place.open({}, { env: { PATH: join(place.root, "commands") } });
}

test("R-H1: connect compiles the hook's program, so that the first hook is as fast as the next", () =>
  withPlace(async (place) => {
    symlinkSync(DIST, join(place.root, "dist"));
    const ctx = await place.open();
    // The one that the test run shares is compiled already.
    rmSync(join(ctx.paths.state, "code-cache"));
    await connect.call(ctx, { agents: ["claude-code"], force: true });
    expect(readdirSync(join(ctx.paths.state, "code-cache"))).toEqual([expect.stringMatching(/^hook-/)]);
    expect(readdirSync(ctx.paths.state)).not.toContain("spool");
  }));

describe("which agents are connected", () => {
  test.each(["used", "on the path"] as const)("--all connects one that is found because it is %s", (how) =>
    withPlace(async (place) => {
      const { connected } = await connect.call(await withAgent(place, how), { all: true });
      expect(connected.map(({ agent }) => agent)).toEqual(["gemini"]);
    }),
  );

  test("a missing agent is rejected with a hint, and nothing is written", () =>
    withPlace(async (place) => {
      const ctx = await withAgent(place, "used");
      const refused = connect.call(ctx, { agents: ["codex"] });
      await expect(refused).rejects.toMatchObject({
        code: "not_found",
        message: expect.stringMatching(/^Codex CLI was not found: .*`codex`.*\.codex does not exist\.$/),
        next: expect.stringMatching(/--force.*Found here: gemini\.$/),
      });
      expect(existsSync(join(place.root, "home", ".codex"))).toBe(false);
      expect(existsSync(join(ctx.paths.state, "bin"))).toBe(false);
      await connect.call(ctx, { agents: ["codex"], force: true });
      expect(existsSync(join(place.root, "home", ".codex", "hooks.json"))).toBe(true);
    }));

  test("the command of an agent is as good as its name", () =>
    withPlace(async (place) => {
      const ctx = await place.open();
      const { connected } = await connect.call(ctx, { agents: ["claude", "claude-code"], force: true });
      expect(connected.map(({ agent }) => agent)).toEqual(["claude-code"]);
      const { disconnected } = await disconnect.call(ctx, { agents: ["claude"] });
      expect(disconnected.map(({ agent }) => agent)).toEqual(["claude-code"]);
    }));

  test("without a name no agent is chosen, and the error lists those found", () =>
    withPlace(async (place) => {
      const ctx = await withAgent(place, "used");
      await expect(connect.call(ctx, {})).rejects.toMatchObject({
        code: "invalid_input",
        message: "No agent was named. Found here: gemini.",
      });
      await connect.call(ctx, { all: true });
      await expect(disconnect.call(ctx, {})).rejects.toThrow("No agent was named. Connected: gemini.");
      expect((await disconnect.call(ctx, { all: true })).disconnected).toHaveLength(ctx.agents.length);
      expect(existsSync(join(ctx.paths.state, "bin"))).toBe(false);
    }));
});

describe("a file that cannot be written gives the same error", () => {
  const DIRECTORIES = { "claude-code": ".claude", gemini: ".gemini", codex: ".codex" };

  test.each(Object.entries(DIRECTORIES))("%s: its configuration", (agent, directory) =>
    withPlace(async (place) => {
      const ctx = await place.open();
      const path = join(place.root, "home", directory);
      writeFileSync(path, "a file");
      await expect(connect.call(ctx, { agents: [agent] })).rejects.toMatchObject({
        code: "conflict",
        message: `${path} cannot be written: a file is in the way.`,
        next: "Make it writable, then run the same command again.",
      });
      expect(existsSync(join(ctx.paths.state, "bin"))).toBe(false);
    }),
  );

  test.each(Object.keys(DIRECTORIES))("%s: a home on a read-only file system", (agent) => {
    expect(connectReadOnly(agent, ["HOME"])).toEqual({
      status: 75,
      error: {
        code: "conflict",
        message: expect.stringMatching(
          /\.local\/state\/holdfast cannot be written: the file system is read-only\.$/,
        ),
        next: "Make it writable, then run the same command again.",
      },
    });
  });

  test("the state directory, with the same exit code", () => {
    expect(connectReadOnly("claude-code", ["HOLDFAST_HOME"])).toMatchObject({
      status: 75,
      error: { message: expect.stringContaining("read-only") },
    });
  });

  /** Runs the command line where the directory of this variable is read-only, also to root. */
  function connectReadOnly(agent: string, variables: string[]) {
    const root = mkdtempSync(join(tmpdir(), "holdfast-read-only-"));
    try {
      const env = { HOME: join(root, "home"), HOLDFAST_HOME: join(root, "state") };
      for (const directory of Object.values(env)) mkdirSync(directory);
      if (variables[0] === "HOME") env.HOLDFAST_HOME = "";
      const command = `mount -t tmpfs -o ro none "$${variables[0]}" && exec "$0" "$@"`;
      const words = [process.execPath, join(DIST, "main.cjs"), "connect", agent, "--force", "--json"];
      const { status, stderr } = spawnSync("unshare", ["-m", "sh", "-c", command, ...words], {
        env: { PATH: process.env["PATH"], ...env },
        cwd: root,
        encoding: "utf8",
      });
      return { status, error: JSON.parse(stderr) as unknown };
    } finally {
      rmSync(root, { recursive: true, force: true });
    }
  }
});

describe("a program that runs from a package manager's cache", () => {
  /** As npm lays out what `npx` fetched: the program, and beside it what it needs. */
  function cachedProgram(place: TestPlace): string {
    const modules = join(place.root, ".npm", "_npx", "0a1b2c3d4e5f6789", "node_modules");
    const sqlite = resolve(DIST, "../node_modules/@photostructure/sqlite");
    for (const name of ["package.json", "prebuilds"])
      cpSync(join(sqlite, name), join(modules, "@photostructure", "sqlite", name), { recursive: true });
    cpSync(DIST, join(modules, "holdfast", "dist"), { recursive: true });
    return join(modules, "holdfast", "dist");
  }

  test("is copied to a permanent place, and works after the cache is deleted", () =>
    withPlace(async (place) => {
      const programDir = cachedProgram(place);
      const opened = await place.open({}, { env: { HOLDFAST_HOME: undefined } });
      const ctx = { ...opened, programDir };
      const { program } = await connect.call(ctx, { agents: ["claude-code"], force: true });
      const kept = join(place.root, "home/.local/share/holdfast", ctx.version, "node_modules/holdfast/dist");
      expect(program).toBe(kept);
      expect((await connect.call(ctx, { agents: ["claude-code"], force: true })).program).toBe(null);
      const isHealthy = async (programDir: string) =>
        (await doctor.call({ ...ctx, programDir }, {})).findings.filter(
          ({ check, ok }) => !ok && /hooks lead|claude/.test(check),
        );
      expect(await isHealthy(programDir)).toEqual([]);
      rmSync(join(place.root, ".npm"), { recursive: true });
      expect(await isHealthy(kept)).toEqual([]);
      const env = { HOME: place.root, HOLDFAST_NO_DAEMON: "1" };
      const list = spawnSync(process.execPath, [join(kept, "main.cjs"), "list", "--json"], {
        cwd: place.root,
        env,
      });
      expect(JSON.parse(list.stdout.toString())).toMatchObject({ checkpoints: [] });
      expect(readdirSync(join(kept, "../../@photostructure/sqlite/prebuilds"))).toHaveLength(1);
    }));

  test("doctor notices hooks that lead into such a cache", () =>
    withPlace(async (place) => {
      const programDir = cachedProgram(place);
      const ctx = await place.open();
      symlinkSync(programDir, join(place.root, "dist"));
      await connect.call(ctx, { agents: ["claude-code"], force: true });
      const { findings } = await doctor.call({ ...ctx, programDir }, {});
      expect(findings.find(({ check }) => check === "hooks run this program")?.advice).toContain(
        "run `holdfast connect claude-code`",
      );
    }));

  test.each(["dlx-4711/node_modules", "pnpm/dlx/ab/node_modules", "bunx-0-holdfast@latest/node_modules"])(
    "is refused with the command to use where it is in %s",
    (cache) =>
      withPlace(async (place) => {
        const ctx = { ...(await place.open()), programDir: join(place.root, cache, "holdfast", "dist") };
        await expect(connect.call(ctx, { agents: ["gemini"], force: true })).rejects.toMatchObject({
          message: expect.stringContaining("will be deleted soon"),
          next: expect.stringContaining("`npm install --global holdfast`"),
        });
        expect(existsSync(join(ctx.paths.state, "bin"))).toBe(false);
      }),
  );
});
