import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { expect, test } from "vitest";
import { agents } from "../../src/agents/registry.ts";
import { spawnDaemon } from "../../src/daemon/control/spawn-daemon.ts";
import { configVariables } from "../../src/kernel/agent/agent-environment.ts";

test("SEC-S53: the daemon inherits its own and the clients' directories, and no variable set by an agent's session or a repository", async () => {
  const folder = mkdtempSync(join(tmpdir(), "holdfast-spawn-"));
  try {
    const script = join(folder, "tell.cjs");
    const recorded = join(folder, "recorded.json");
    writeFileSync(
      script,
      `const { renameSync, writeFileSync } = require("node:fs");
       writeFileSync("part", JSON.stringify(process.env));
       renameSync("part", ${JSON.stringify(recorded)});`,
    );
    const clientVariables = configVariables(agents);
    const moved = Object.fromEntries(clientVariables.map((name) => [name, join(folder, name)]));
    expect(Object.keys(moved)).toEqual([
      "CLAUDE_CONFIG_DIR",
      "GEMINI_CLI_HOME",
      "CODEX_HOME",
      "PI_CODING_AGENT_DIR",
      "XDG_CONFIG_HOME",
      "XDG_DATA_HOME",
      "OPENCODE_DB",
      "OPENCLAW_STATE_DIR",
      "OPENCLAW_HOME",
      "OPENCLAW_CONFIG_PATH",
    ]);
    const kept = {
      HOME: folder,
      PATH: process.env["PATH"],
      HOLDFAST_HOME: folder,
      XDG_STATE_HOME: folder,
      SSH_AUTH_SOCK: join(folder, "agent.sock"),
      https_proxy: "http://127.0.0.1:1",
      ...moved,
    };
    const left = {
      GIT_DIR: "/x",
      GIT_EXTERNAL_DIFF: "/x",
      GIT_CONFIG_COUNT: "1",
      NODE_OPTIONS: "--require /x.js",
      LD_PRELOAD: "/x.so",
      ANTHROPIC_API_KEY: "x",
      CLAUDE_CODE_ENTRYPOINT: "cli",
    };
    spawnDaemon({ script, command: "run", cwd: folder, env: { ...kept, ...left }, clientVariables });
    for (let tries = 0; !existsSync(recorded) && tries < 200; tries++) await sleep(50);
    const env = JSON.parse(readFileSync(recorded, "utf8")) as Record<string, string>;
    expect(env).toMatchObject(kept);
    expect(Object.keys(env).filter((name) => name in left)).toEqual([]);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});
