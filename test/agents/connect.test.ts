import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { agents } from "../../src/agents/registry.ts";
import { openContext } from "../../src/app.ts";
import type { ConnectPaths } from "../../src/kernel/agent/agent.ts";
import { findAgent } from "../../src/kernel/agent/find-agent.ts";
import { temporaryDirectory } from "../support/temporary-directory.ts";
import { connectPaths } from "./connect-paths.ts";

/** A client that loads files of our own. Paths are below its configuration directory. */
interface Client {
  name: string;
  config: string;
  /** What the user has there already. */
  own: Record<string, string>;
  /** Files of ours that another program could have written. */
  ours: string[];
  /** Its variable for another directory, and where its configuration is in that one. */
  moved: { variable: string; within: string };
  /** What breaks the connection, and how `doctor` describes each problem. */
  broken: { removed: string; written: Record<string, string>; problems: string[] };
}

const CLIENTS: Client[] = [
  {
    name: "pi",
    config: ".pi/agent",
    own: { "settings.json": '{ "theme":"dark" }' },
    ours: ["extensions/holdfast/index.js"],
    moved: { variable: "PI_CODING_AGENT_DIR", within: "" },
    broken: {
      removed: "extensions/holdfast/skills",
      written: {
        "extensions/holdfast/index.js": "// changed",
        "settings.json": '{ "extensions": ["-extensions/holdfast/index.js"] }',
      },
      problems: [
        "index.js differs from what this version writes: run `holdfast connect pi`",
        "SKILL.md is missing",
        "turns the extension off",
      ],
    },
  },
  {
    name: "oh-my-pi",
    config: ".omp/agent",
    own: { "mcp.json": '{ "mcpServers":{} }', "skills/mine/SKILL.md": "" },
    ours: ["extensions/holdfast.js", ".mcp.json"],
    moved: { variable: "PI_CODING_AGENT_DIR", within: "" },
    broken: {
      removed: "skills",
      written: {
        "extensions/holdfast.js": "// changed",
        "config.yml": "disabledExtensions:\n  - extension-module:holdfast\n",
        "mcp.json": '{ "disabledServers": ["holdfast"] }',
      },
      problems: [
        "holdfast.js differs from what this version writes: run `holdfast connect oh-my-pi`",
        "SKILL.md is missing",
        "config.yml turns the extension off",
        "mcp.json turns the MCP server off",
      ],
    },
  },
  {
    name: "opencode",
    config: ".config/opencode",
    own: { "opencode.jsonc": '{ "theme":"dark" } // mine', "plugins/mine.js": "" },
    ours: ["plugins/holdfast.js"],
    moved: { variable: "XDG_CONFIG_HOME", within: "opencode" },
    broken: {
      removed: "skills",
      written: { "plugins/holdfast.js": "// changed" },
      problems: [
        "holdfast.js differs from what this version writes: run `holdfast connect opencode`",
        "SKILL.md is missing",
      ],
    },
  },
  {
    name: "gemini",
    config: ".gemini",
    own: { "settings.json": '{ "hooks": {} } // mine' },
    ours: ["extensions/holdfast/gemini-extension.json"],
    moved: { variable: "GEMINI_CLI_HOME", within: ".gemini" },
    broken: {
      removed: "extensions/holdfast/hooks",
      written: {
        "settings.json": JSON.stringify({
          hooksConfig: { enabled: false, disabled: ["holdfast-BeforeAgent"] },
          extensions: { disabled: ["holdfast"] },
        }),
      },
      problems: [
        "hooks.json is missing: run `holdfast connect gemini`",
        "turns all hooks off",
        "holdfast-BeforeAgent",
        "extensions.disabled",
      ],
    },
  },
];

let home: string;
let place: ConnectPaths;
beforeEach(() => {
  home = temporaryDirectory("connect");
  place = connectPaths(home);
});

const files = () => readdirSync(home, { recursive: true }).map(String).sort();

describe.each(CLIENTS)("$name", ({ name, config, own, ours, moved, broken }) => {
  const { connection } = findAgent({ agents }, name);
  const write = (texts: Record<string, string>) => {
    for (const [path, text] of Object.entries(texts)) {
      mkdirSync(dirname(join(home, config, path)), { recursive: true });
      writeFileSync(join(home, config, path), text);
    }
  };

  test("P2: restores the home directory, and connecting twice changes nothing", async () => {
    write(own);
    const before = files();
    await connection.connect(place);
    for (const path of ours) expect(existsSync(join(home, config, path))).toBe(true);
    expect(files().filter((path) => path.endsWith("skills/checkpoint/SKILL.md"))).toHaveLength(1);
    expect((await connection.connect(place)).every(({ action }) => action === "unchanged")).toBe(true);
    expect(await connection.check(place)).toEqual({ installed: true, problems: [] });
    await connection.disconnect(place);
    expect(files()).toEqual(before);
    for (const [path, text] of Object.entries(own))
      expect(readFileSync(join(home, config, path), "utf8")).toBe(text);
  });

  test("the directory moves with the client's variable", async () => {
    const elsewhere = join(home, "elsewhere");
    const opened = await openContext({ env: { [moved.variable]: elsewhere }, home, cwd: home });
    await connection.connect({ ...place, configDirs: opened.configDirs });
    await opened.close();
    for (const path of ours) expect(existsSync(join(elsewhere, moved.within, path))).toBe(true);
    expect(existsSync(join(home, config.split("/")[0] ?? ""))).toBe(false);
  });

  test("what another program wrote there is not changed", async () => {
    for (const path of ours) {
      write({ [path]: "{}" });
      await expect(connection.connect(place)).rejects.toThrow(`${path} was not written by Holdfast`);
      expect(readFileSync(join(home, config, path), "utf8")).toBe("{}");
      rmSync(join(home, config, path));
    }
  });

  test("doctor reports the problem and its fix", async () => {
    expect(await connection.check(place)).toEqual({ installed: false, problems: [] });
    await connection.connect(place);
    rmSync(join(home, config, broken.removed), { recursive: true });
    write(broken.written);
    expect((await connection.check(place)).problems).toEqual(
      broken.problems.map((problem) => expect.stringContaining(problem)),
    );
  });
});
