import { execFileSync } from "node:child_process";
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { parse } from "smol-toml";
import { beforeEach, describe, expect, test } from "vitest";
import { gemini } from "../../../src/agents/gemini/adapter.ts";
import { hookArguments } from "../../../src/agents/hook-command.ts";
import type { ConnectPaths } from "../../../src/kernel/agent/agent.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";
import { connectPaths } from "../connect-paths.ts";

let home: string;
let place: ConnectPaths;
beforeEach(() => {
  home = temporaryDirectory("gemini");
  place = connectPaths(home, {
    hookScript: join(home, "it's here", "hook.sh"),
    says: 'printf "%s" "$*"\n',
  });
});

const files = () => readdirSync(home, { recursive: true }).map(String).sort();
const hooks = () =>
  JSON.parse(readFileSync(join(home, ".gemini/extensions/holdfast/hooks/hooks.json"), "utf8"))
    .hooks as Record<string, { matcher: string; hooks: { command: string; timeout: number }[] }[]>;

describe("connect", () => {
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
});

test("a tool call waits for captured files unless the tool only reads; a subagent's start is reported", async () => {
  await gemini.connection.connect(place);
  const groups = hooks()["BeforeTool"] ?? [];
  const answers = (tool: string) =>
    groups
      .filter(({ matcher }) => new RegExp(matcher).test(tool))
      .flatMap(({ hooks: [hook] }) => hook?.command.split(" ").at(-1));
  for (const tool of ["write_file", "replace", "run_shell_command", "mcp_files_read_file", "later_tool"])
    expect(answers(tool)).toEqual(["wait"]);
  for (const tool of ["read_file", "glob", "google_web_search"]) expect(answers(tool)).toEqual([]);
  expect(answers("invoke_agent")).toEqual(["none"]);
});

describe("doctor", () => {
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
