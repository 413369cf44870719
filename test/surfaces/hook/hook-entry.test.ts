import { execFileSync, spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { claudeCode } from "../../../src/agents/claude-code/adapter.ts";
import { hookArguments } from "../../../src/agents/hook-command.ts";
import { Config } from "../../../src/kernel/config/config.ts";
import { writeHookDeadlines } from "../../../src/spool/hook-deadlines.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

const SCRIPT = resolve(import.meta.dirname, "../../../scripts/hook.sh");
let home: string;
let state: string;
beforeEach(() => {
  home = temporaryDirectory("entry");
  state = join(home, ".local", "state", "holdfast");
});

interface Run {
  event?: string;
  input?: string | Buffer;
  env?: Record<string, string>;
  keepStdinOpen?: boolean;
  killAfter?: number;
}

/** The real entry, with no node to fall back to: what it does by itself. */
async function hook({ event = "PostToolUse", input = '{"session_id":"s"}', env = {}, ...run }: Run) {
  const child = spawn(SCRIPT, hookArguments(claudeCode.hooks, event, ""), {
    env: { PATH: "/usr/bin:/bin", HOME: home, HOLDFAST_NODE: "/nonexistent/node", ...env },
  });
  child.stdin.on("error", () => {});
  if (run.keepStdinOpen) child.stdin.write(input);
  else child.stdin.end(input);
  let out = "";
  child.stdout.on("data", (chunk) => (out += chunk));
  child.stderr.on("data", (chunk) => (out += chunk));
  if (run.killAfter !== undefined) setTimeout(() => child.kill("SIGKILL"), run.killAfter);
  const code = await new Promise((done) => child.on("close", done));
  child.stdin.destroy();
  return { code, out };
}

const spooled = () => readdirSync(join(state, "spool"));
const silent = { code: 0, out: "" };

test("an event that needs no reply is spooled completely, with the metadata of the hook", async () => {
  await expect(hook({ env: { CLAUDE_PID: "77" } })).resolves.toEqual(silent);
  const [name] = spooled();
  expect(name).toMatch(/^[0-9a-f-]{36}\.json$/);
  expect(readFileSync(join(state, "spool", name!), "utf8")).toBe(
    'holdfast-spool 1 claude-code PostToolUse 77\n{"session_id":"s"}',
  );
});

test("a process id is believed from the client's own variable only, whatever another one or a name of it says", async () => {
  const env = { PATH: "/usr/bin:/bin", HOME: home, CLAUDE_PID: "77", CODEX_PID: "x; touch pwned" };
  const [agent = "", event = "", node = ""] = hookArguments(claudeCode.hooks, "PostToolUse", "");
  for (const variable of [[], ["CODEX_PID"], ["x-};touch pwned;#"], ["CLAUDE_PID-$(touch pwned)"]]) {
    spawnSync(SCRIPT, [agent, event, node, "none", ...variable], { env, input: "{}", cwd: home });
  }
  const headers = spooled().map((name) => readFileSync(join(state, "spool", name), "utf8").split("\n")[0]);
  expect(headers).toEqual(Array(4).fill(`holdfast-spool 1 claude-code PostToolUse ${process.pid}`));
  expect(existsSync(join(home, "pwned"))).toBe(false);
});

test("the header contains the id that the client was started to continue, if it is one of ours", () => {
  const header = (value: string) => {
    const env = { PATH: "/usr/bin:/bin", HOME: home, HOLDFAST_CONTINUE: value };
    spawnSync(SCRIPT, hookArguments(claudeCode.hooks, "PostToolUse", ""), { env, input: "{}", cwd: home });
    const file = join(state, "spool", spooled()[0] ?? "");
    const [line] = readFileSync(file, "utf8").split("\n");
    rmSync(file);
    return line;
  };
  const plain = `holdfast-spool 1 claude-code PostToolUse ${process.pid}`;
  expect(header("ses_0123456789abcdef")).toBe(`${plain} ses_0123456789abcdef`);
  expect(header("chk_0123456789abcdef")).toBe(`${plain} chk_0123456789abcdef`);
  for (const wrong of [
    "",
    "ses_0123",
    "ses_0123456789abcde\n",
    "prj_0123456789abcdef",
    "ses_$(touch pwned) x",
  ])
    expect(header(wrong)).toBe(plain);
});

test("an event of a connection that says nothing of its answer gets one", async () => {
  const node = join(home, "node");
  writeFileSync(node, `#!/bin/sh\nprintf ran >"$HOME/given"\n`, { mode: 0o755 });
  spawnSync(SCRIPT, ["claude-code", "Whatever", node], {
    env: { PATH: "/usr/bin:/bin", HOME: home },
    input: "{}",
  });
  expect(readFileSync(join(home, "given"), "utf8")).toBe("ran");
});

test("SEC-S17: spool and files are private, whatever the umask", async () => {
  await hook({});
  expect(statSync(join(state, "spool")).mode & 0o077).toBe(0);
  expect(statSync(state).mode & 0o077).toBe(0);
  expect(statSync(join(state, "spool", spooled()[0]!)).mode & 0o777).toBe(0o600);
});

test.each(["SessionStart", "UserPromptSubmit", "Stop", "PreCompact"])(
  "R-H1 R-P2: with no daemon and no node, %s is left to be drained and the agent sees nothing",
  async (event) => {
    await expect(hook({ event })).resolves.toEqual(silent);
    expect(spooled()).toEqual([expect.stringMatching(/\.json$/)]);
  },
);

test.each([
  ["HOLDFAST_HOME", "own"],
  ["XDG_STATE_HOME", "xdg/holdfast"],
])("%s decides where the state is, as it does everywhere else", async (name, folder) => {
  await hook({ env: { [name]: join(home, folder.split("/")[0]!) } });
  expect(readdirSync(join(home, folder, "spool"))).toHaveLength(1);
});

test("S34: HOLDFAST_BYPASS=1 leaves no trace", async () => {
  await expect(hook({ env: { HOLDFAST_BYPASS: "1" } })).resolves.toEqual(silent);
  expect(existsSync(state)).toBe(false);
});

test.each([
  ["empty", ""],
  ["not UTF-8", Buffer.from([0xff, 0x00, 0xfe])],
  ["50 MB", Buffer.alloc(50 * 1024 * 1024, 97)],
])("R-H7: input that is %s ends well", async (_, input) => {
  await expect(hook({ input })).resolves.toEqual(silent);
  await expect(hook({ input, event: "Stop" })).resolves.toEqual(silent);
});

test.each(["PostToolUse", "UserPromptSubmit"])(
  "R-H7: when stdin is never closed, %s still ends and keeps what came",
  async (event) => {
    await expect(hook({ event, keepStdinOpen: true })).resolves.toEqual(silent);
    expect(spooled()).toEqual([expect.stringMatching(/\.json$/)]);
  },
);

test("R-H7: names that are not plain words are refused without a trace", async () => {
  await expect(hook({ event: "Stop; rm -rf" })).resolves.toEqual(silent);
  expect(existsSync(state)).toBe(false);
});

test("R-H12: a state directory that cannot be written does not disturb the agent", async () => {
  // A file where a folder should be stops even the superuser.
  await expect(hook({ env: { HOLDFAST_HOME: SCRIPT } })).resolves.toEqual(silent);
  await expect(hook({ event: "Stop", env: { HOLDFAST_HOME: "/proc/none" } })).resolves.toEqual(silent);
});

test("R-H5: the hook applies the deadlines from the settings to the daemon and to its own process", async () => {
  const node = join(home, "node");
  writeFileSync(node, `#!/bin/sh\nfor last; do :; done\nprintf %s "$last" >"$HOME/given"\n`, { mode: 0o755 });
  const given = async (event: string) => {
    await hook({ event, env: { HOLDFAST_NODE: node } });
    return Number(readFileSync(join(home, "given"), "utf8"));
  };
  await expect(given("Stop")).resolves.toBe(1_215);
  await expect(given("SessionStart")).resolves.toBe(2_430);
  const { hooks } = Config.parse({ hooks: { deadlineMs: 600, startDeadlineMs: 20_000 } });
  writeHookDeadlines(state, hooks);
  await expect(given("Stop")).resolves.toBe(486);
  // Never so long that the client gives up first.
  await expect(given("SessionStart")).resolves.toBe(2_430);
  writeFileSync(join(state, "hook-deadlines"), "soon later\n");
  await expect(given("Stop")).resolves.toBe(1_215);
});

test("the node that connected the client runs the hook, wherever the client's path leads; one that is gone does not", async () => {
  const node = join(home, "our node");
  writeFileSync(node, `#!/bin/sh\nprintf ran >"$HOME/given"\n`, { mode: 0o755 });
  const env = { PATH: "/usr/bin:/bin", HOME: home };
  spawnSync(SCRIPT, ["claude-code", "Stop", node], { env, input: "{}" });
  expect(readFileSync(join(home, "given"), "utf8")).toBe("ran");
  const other = mkdtempSync(join(home, "bin-"));
  writeFileSync(join(other, "node"), `#!/bin/sh\nprintf other >"$HOME/given"\n`, { mode: 0o755 });
  rmSync(node);
  spawnSync(SCRIPT, ["claude-code", "Stop", node], {
    env: { ...env, PATH: `${other}:${env.PATH}` },
    input: "{}",
  });
  expect(readFileSync(join(home, "given"), "utf8")).toBe("other");
});

test("R-H9: a hook that is killed at any moment leaves no torn file that counts as an event", async () => {
  for (let after = 0; after < 12; after += 1)
    await hook({ killAfter: after, event: after % 2 ? "Stop" : "PostToolUse" });
  await expect(hook({})).resolves.toEqual(silent);
  // Nothing yet, the first line, or the whole event: half a payload is never there.
  const texts = spooled().map((name) => readFileSync(join(state, "spool", name), "utf8"));
  const whole = /^holdfast-spool 1 claude-code (?:PostToolUse \d+|Stop \d+ \d+)\n\{"session_id":"s"\}$/;
  expect(texts.filter((text) => text !== "" && !text.endsWith("\n") && !whole.test(text))).toEqual([]);
  expect(texts.filter((text) => whole.test(text))).not.toEqual([]);
});

test("with HOLDFAST_LOG it logs the steps of each event, but never its content", async () => {
  const log = join(home, "hook.log");
  await hook({ input: '{"prompt":"do not log me"}', env: { HOLDFAST_LOG: log } });
  await hook({ event: "Stop", env: { HOLDFAST_LOG: log } });
  const [first, second] = readFileSync(log, "utf8").split("\n");
  expect(first).toMatch(/^[\d:]{8} hook\.sh claude-code PostToolUse [0-9a-f-]{36} spooled; no reply needed$/);
  expect(second).toMatch(/ claude-code Stop [0-9a-f-]{36} hook\.cjs did not handle the event/);
  expect(readFileSync(log, "utf8")).not.toContain("do not log me");
  expect(statSync(log).mode & 0o777).toBe(0o600);
});

test("a log that cannot be written has no other effect", async () => {
  await expect(hook({ env: { HOLDFAST_LOG: join(home, "no/such/directory") } })).resolves.toEqual(silent);
  expect(spooled()).toHaveLength(1);
});

describe("SEC-S19: planted files", () => {
  test("a spool that is a symbolic link is not used, and the agent sees nothing", async () => {
    mkdirSync(state, { recursive: true });
    mkdirSync(join(home, "elsewhere"));
    symlinkSync(join(home, "elsewhere"), join(state, "spool"));
    await expect(hook({})).resolves.toEqual(silent);
    expect(readdirSync(join(home, "elsewhere"))).toEqual([]);
  });

  test.each([
    ["a pipe", (path: string) => void execFileSync("mkfifo", [path])],
    ["octal", (path: string) => writeFileSync(path, "08 09\n")],
    ["hours", (path: string) => writeFileSync(path, "3600000 3600000\n")],
    ["a link", (path: string) => symlinkSync("/dev/zero", path)],
  ])("deadlines that are %s count as not set", async (_, plant) => {
    const node = join(home, "node");
    writeFileSync(node, `#!/bin/sh\nfor last; do :; done\nprintf %s "$last" >"$HOME/given"\n`, {
      mode: 0o755,
    });
    mkdirSync(state, { recursive: true });
    plant(join(state, "hook-deadlines"));
    await expect(hook({ event: "Stop", env: { HOLDFAST_NODE: node } })).resolves.toEqual(silent);
    expect(readFileSync(join(home, "given"), "utf8")).toBe("1215");
  });
});

describe("answers of another program on the socket", () => {
  const http = (body: string | Buffer) =>
    Buffer.concat([
      Buffer.from(`HTTP/1.0 200 OK\r\ncontent-length: ${body.length}\r\n\r\n`),
      Buffer.from(body),
    ]);
  /** Without a length there is only the end of the connection, which never comes. */
  const endless = Buffer.concat([Buffer.from('HTTP/1.0 200 OK\r\n\r\nholdfast 1 {"'), Buffer.alloc(8e6, 97)]);

  async function answered(answer: Buffer, tools: readonly string[]): Promise<string> {
    mkdirSync(state, { recursive: true });
    const bin = mkdtempSync(join(home, "bin-"));
    for (const name of tools) symlinkSync(join("/usr/bin", name), join(bin, name));
    const server = createServer((socket) => {
      socket.on("error", () => {}).resume();
      socket.write(answer);
      if (answer !== endless) socket.end();
    }).listen(join(state, "daemon.sock"));
    try {
      const { code, out } = await hook({ event: "Stop", env: { PATH: bin } });
      expect(code).toBe(0);
      return out;
    } finally {
      await new Promise((closed) => server.close(closed));
    }
  }

  const TOOLS = ["sh", "cat", "timeout", "mkdir", "mv", "rm", "head"];
  describe.each([
    ["perl", [...TOOLS, "perl"]],
    ["curl", [...TOOLS, "curl"]],
  ])("asked by %s", (_, tools) => {
    test.each([
      ["no JSON", () => http("holdfast 1 <html>")],
      ["the beginning of JSON", () => http('holdfast 1 {"a":')],
      ["JSON and more lines", () => http('holdfast 1 {"a":1}\nrun {"b":1}')],
      ["another program's", () => http('{"a":1}')],
      ["a megabyte and more", () => http(`holdfast 1 {"a":"${"x".repeat(2e6)}"}`)],
      ["endless", () => endless],
    ])("never reaches the agent when it is %s", async (_what, answer) => {
      await expect(answered(answer(), tools)).resolves.toBe("");
    });

    test.each([
      ["an object", '{"decision":"block","reason":"a } b"}'],
      ["a string", '"instructions"'],
      ["nothing", ""],
    ])("is what the agent gets when it is %s", async (_what, reply) => {
      await expect(answered(http(`holdfast 1 ${reply}`), tools)).resolves.toBe(reply);
    });
  });
});
