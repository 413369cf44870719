import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { beforeEach, describe, expect, test } from "vitest";
import { gemini } from "../../../src/agents/gemini/adapter.ts";
import { hookArguments } from "../../../src/agents/hook-command.ts";
import { openContext } from "../../../src/app.ts";
import type { ConnectPaths } from "../../../src/kernel/agent/agent.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

let home: string;
let place: ConnectPaths;
beforeEach(() => {
  home = temporaryDirectory("gemini");
  const script = join(home, "it's here", "hook.sh");
  mkdirSync(join(home, "it's here"));
  writeFileSync(script, '#!/bin/sh\nprintf "%s" "$*"\n', { mode: 0o755 });
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
const hooks = () =>
  JSON.parse(readFileSync(join(home, ".gemini/extensions/holdfast/hooks/hooks.json"), "utf8"))
    .hooks as Record<string, { hooks: { command: string; timeout: number }[] }[]>;

describe("connect", () => {
  test("restores the home directory, whatever it contains, and is idempotent", async () => {
    const settings = join(home, ".gemini", "settings.json");
    mkdirSync(join(home, ".gemini"));
    writeFileSync(settings, '{ "hooks": {} } // mine');
    const before = files();
    await gemini.connection.connect(place);
    expect((await gemini.connection.connect(place)).every(({ action }) => action === "unchanged")).toBe(true);
    expect(await gemini.connection.check(place)).toEqual({ installed: true, problems: [] });
    await gemini.connection.disconnect(place);
    expect(files()).toEqual(before);
    expect(readFileSync(settings, "utf8")).toBe('{ "hooks": {} } // mine');
  });

  test("with debriefs on, a rule of ours permits their tool, beside the user's own rules", async () => {
    const permitting = { ...place, permitsDigest: true };
    const rule = join(home, ".gemini", "policies", "holdfast.toml");
    mkdirSync(join(home, ".gemini", "policies"), { recursive: true });
    writeFileSync(join(home, ".gemini", "policies", "mine.toml"), "");
    const before = files();
    await gemini.connection.connect(place);
    expect((await gemini.connection.check(permitting)).problems).toEqual([
      expect.stringContaining("each debrief asks"),
    ]);
    await gemini.connection.connect(permitting);
    expect(await gemini.connection.check(permitting)).toEqual({ installed: true, problems: [] });
    expect(parse(readFileSync(rule, "utf8"))).toMatchObject({
      rule: [{ mcpName: "holdfast", toolName: "session_digest", decision: "allow" }],
    });
    await gemini.connection.connect(place);
    expect(existsSync(rule)).toBe(false);
    await gemini.connection.connect(permitting);
    await gemini.connection.disconnect(place);
    expect(files()).toEqual(before);
  });

  test("the folder moves with GEMINI_CLI_HOME, which the client takes for the home", async () => {
    const elsewhere = join(home, "elsewhere");
    const opened = await openContext({ env: { GEMINI_CLI_HOME: elsewhere }, home, cwd: home });
    await gemini.connection.connect({ ...place, configDirs: opened.configDirs });
    await opened.close();
    expect(existsSync(join(elsewhere, ".gemini/extensions/holdfast/gemini-extension.json"))).toBe(true);
    expect(existsSync(join(home, ".gemini"))).toBe(false);
  });

  test("Gemini 10: a hook replaces its shell, has a timeout in milliseconds, and survives any path", async () => {
    await gemini.connection.connect(place);
    for (const [event, [group]] of Object.entries(hooks())) {
      const [hook] = group?.hooks ?? [];
      expect(hook?.command).toMatch(/^exec '/);
      expect(hook?.timeout).toBeGreaterThanOrEqual(1_000);
      expect(execFileSync("bash", ["-c", hook?.command ?? ""]).toString()).toBe(
        hookArguments(gemini.hooks, event, process.execPath).join(" "),
      );
    }
    expect(Object.keys(hooks())).toEqual(
      expect.arrayContaining(["SessionStart", "BeforeAgent", "AfterAgent", "SessionEnd"]),
    );
  });

  test("another program's folder is not changed", async () => {
    const folder = join(home, ".gemini/extensions/holdfast");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "gemini-extension.json"), "{}");
    await expect(gemini.connection.connect(place)).rejects.toThrow("was not written by Holdfast");
  });
});

describe("doctor", () => {
  test("reports the problem and its fix", async () => {
    expect(await gemini.connection.check(place)).toEqual({ installed: false, problems: [] });
    await gemini.connection.connect(place);
    rmSync(join(home, ".gemini/extensions/holdfast/hooks"), { recursive: true });
    const settings = {
      hooksConfig: { enabled: false, disabled: ["holdfast-BeforeAgent"] },
      extensions: { disabled: ["holdfast"] },
    };
    writeFileSync(join(home, ".gemini/settings.json"), JSON.stringify(settings));
    const { problems } = await gemini.connection.check(place);
    expect(problems).toEqual([
      expect.stringContaining("hooks.json is missing: run `holdfast connect gemini`"),
      expect.stringContaining("turns all hooks off"),
      expect.stringContaining("holdfast-BeforeAgent"),
      expect.stringContaining("extensions.disabled"),
    ]);
    expect(existsSync(join(home, ".gemini/settings.json"))).toBe(true);
  });

  test("reports that the client's own command disabled the extension", async () => {
    await gemini.connection.connect(place);
    const enablement = join(home, ".gemini/extensions/extension-enablement.json");
    writeFileSync(enablement, JSON.stringify({ holdfast: { overrides: ["/home/me/*"] } }));
    expect((await gemini.connection.check(place)).problems).toEqual([]);
    writeFileSync(enablement, JSON.stringify({ holdfast: { overrides: [`!${home}/*`] }, other: 1 }));
    expect((await gemini.connection.check(place)).problems).toEqual([
      expect.stringMatching(/turns the extension off in .+: run `gemini extensions enable holdfast`/),
    ]);
  });
});
