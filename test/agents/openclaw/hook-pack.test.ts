import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { openclaw } from "../../../src/agents/openclaw/adapter.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

interface Hooked {
  type: string;
  action: string;
  sessionKey: string;
  context: Record<string, unknown>;
}

let root: string;
let handle: (event: Hooked) => Promise<void>;

beforeEach(async () => {
  root = temporaryDirectory("openclaw-pack");
  Reflect.deleteProperty(globalThis, Symbol.for("holdfast.openclaw"));
  for (const name of ["sent", "replies", ".openclaw"]) mkdirSync(join(root, name));
  writeFileSync(join(root, ".openclaw/openclaw.json"), '{ "plugins": { "enabled": false } }');
  // Keeps each payload, and replies with what the test has put there.
  const hook = `#!/bin/sh\ncat >"${root}/sent/$$.part"\nmv "${root}/sent/$$.part" "${root}/sent/$(date +%s%N).$2.json"\ncat "${root}/replies/$2" 2>/dev/null\n`;
  writeFileSync(join(root, "hook.sh"), hook, { mode: 0o755 });
  writeFileSync(join(root, "main.cjs"), "");
  const place = { home: root, hookScript: join(root, "hook.sh"), mainScript: join(root, "main.cjs") };
  await openclaw.connection.connect({
    ...place,
    node: process.execPath,
    stateDir: root,
    version: "1.2.3",
    configDirs: {},
  });
  // The client's own home, which the user may write with a tilde.
  vi.stubEnv("HOME", root);
  vi.stubEnv("OPENCLAW_HOME", "~");
  handle = (await import(pathToFileURL(join(root, ".openclaw/hooks/holdfast/handler.js")).href)).default;
});

afterEach(() => vi.unstubAllEnvs());

const KEY = "agent:main:main";

/** The files that a turn begins with. */
async function bootstrap(sessionId = "one", sessionKey = KEY) {
  const bootstrapFiles: { name: string; content: string }[] = [];
  const context = { sessionId, sessionKey, agentId: "main", workspaceDir: "/home/ann/shop", bootstrapFiles };
  await handle({ type: "agent", action: "bootstrap", sessionKey, context });
  return bootstrapFiles;
}

const command = (action: string, context: object) =>
  handle({ type: "command", action, sessionKey: KEY, context: { ...context } });
const reply = (context: string) =>
  writeFileSync(join(root, "replies/SessionStart"), JSON.stringify({ context }));

/** What arrived at the hook entry, in order. */
function sent(): Record<string, unknown>[] {
  const names = readdirSync(join(root, "sent")).filter((name) => name.endsWith(".json"));
  return names.sort().map((name) => JSON.parse(readFileSync(join(root, "sent", name), "utf8")));
}

test("S38: each turn of a session begins with its record, and the session is announced once", async () => {
  reply("What was done.");
  expect(await bootstrap()).toEqual([
    { name: "HOLDFAST.md", path: "/home/ann/shop/HOLDFAST.md", content: "What was done.", missing: false },
  ]);
  expect(await bootstrap()).toHaveLength(1);
  expect(sent()).toEqual([
    expect.objectContaining({ hook_event_name: "SessionStart", session_id: "one", source: "startup" }),
  ]);
});

test("S38: a session without a record is asked for it three times, and then no more", async () => {
  for (let turn = 0; turn < 5; turn++) expect(await bootstrap()).toEqual([]);
  expect(sent()).toHaveLength(3);
});

test("a stop of another agent than main names that agent's database", async () => {
  const directory = join(root, ".openclaw/agents/helper/agent");
  mkdirSync(directory, { recursive: true });
  const database = join(directory, "openclaw-agent.sqlite");
  writeFileSync(database, "");
  const sessionKey = "agent:helper:main";
  await handle({ type: "command", action: "stop", sessionKey, context: { sessionId: "one" } });
  expect(sent()).toMatchObject([{ hook_event_name: "Stop", transcript_path: join(database, "one") }]);
});

test("S38: a new conversation ends the one before; a compaction begins it anew; a stop is one", async () => {
  reply("First.");
  await bootstrap();
  await command("stop", { sessionId: "one" });
  await command("new", { previousSessionEntry: { sessionId: "one" } });
  reply("Second.");
  expect(await bootstrap()).toMatchObject([{ content: "Second." }]);
  await handle({ type: "session", action: "compact:after", sessionKey: KEY, context: { sessionId: "one" } });
  reply("Third.");
  expect(await bootstrap()).toMatchObject([{ content: "Third." }]);
  expect(sent().map(({ hook_event_name: name, source, reason }) => [name, source ?? reason])).toEqual([
    ["SessionStart", "startup"],
    ["Stop", undefined],
    ["SessionEnd", "clear"],
    ["SessionStart", "clear"],
    ["SessionStart", "compact"],
  ]);
});

test("the reset at night or after a pause ends the session, and the next one is no cleared one", async () => {
  await bootstrap();
  const context = { sessionEntry: { sessionId: "one" }, reason: "daily", nextSessionId: "two" };
  await handle({ type: "session", action: "auto-reset", sessionKey: KEY, context });
  await bootstrap("two");
  expect(sent().map(({ session_id: id, source, reason }) => [id, source ?? reason])).toEqual([
    ["one", "startup"],
    ["one", "daily"],
    ["two", "startup"],
  ]);
});

test("the shutdown of the gateway ends its sessions in their own directories", async () => {
  await bootstrap();
  await handle({ type: "gateway", action: "shutdown", sessionKey: "", context: {} });
  expect(sent()).toHaveLength(2);
  expect(sent()[1]).toMatchObject({
    hook_event_name: "SessionEnd",
    session_id: "one",
    reason: "shutdown",
    cwd: "/home/ann/shop",
  });
});

test("S38: subagents and scheduled jobs are ignored, and so is everything when Holdfast is gone", async () => {
  reply("A record.");
  expect(await bootstrap("two", "agent:main:subagent:7")).toEqual([]);
  expect(await bootstrap("three", "agent:main:cron:7")).toEqual([]);
  expect(sent()).toEqual([]);
  rmSync(join(root, "hook.sh"));
  expect(await bootstrap()).toEqual([]);
  await expect(handle({ type: "agent", action: "bootstrap", sessionKey: KEY, context: {} })).resolves.toBe(
    undefined,
  );
});
