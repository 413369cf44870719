import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, expect, test } from "vitest";
import { openclaw } from "../../../src/agents/openclaw/adapter.ts";
import { requestCapture } from "../../support/pending-capture.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

type Handler = (event: object, ctx: object) => unknown;

let root: string;
let handlers: Map<string, Handler>;
let file: string;

beforeEach(async () => {
  root = temporaryDirectory("openclaw-plugin");
  Reflect.deleteProperty(globalThis, Symbol.for("holdfast.openclaw"));
  for (const name of ["sent", "replies"]) mkdirSync(join(root, name));
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
  file = join(root, ".openclaw/extensions/holdfast/index.js");
  handlers = await load();
});

/** Registers the plugin as the client does, each time as a module of its own. */
async function load(): Promise<Map<string, Handler>> {
  const found = new Map<string, Handler>();
  const copy = file.replace("index.js", `${process.hrtime.bigint()}.mjs`);
  writeFileSync(copy, readFileSync(file));
  const { default: register } = await import(pathToFileURL(copy).href);
  expect(register({ on: (name: string, handler: Handler) => found.set(name, handler) })).toBeUndefined();
  return found;
}

const CTX = {
  sessionId: "one",
  sessionKey: "agent:main:main",
  agentId: "main",
  workspaceDir: "/home/ann/shop",
};
const reply = (event: string, answer: object) =>
  writeFileSync(join(root, "replies", event), JSON.stringify(answer));
const fire = async (name: string, event: object = {}, ctx: object = {}) =>
  await handlers.get(name)?.(event, { ...CTX, ...ctx });

let turns = 0;
function prompt(text: string, { ctx = {}, messages = [] }: { ctx?: object; messages?: object[] } = {}) {
  return fire("before_prompt_build", { prompt: text, messages }, { runId: `run-${turns++}`, ...ctx });
}

/** What arrived at the hook entry, in order. */
function sent(): Record<string, unknown>[] {
  const names = readdirSync(join(root, "sent")).filter((name) => name.endsWith(".json"));
  return names.sort().map((name) => JSON.parse(readFileSync(join(root, "sent", name), "utf8")));
}

test("S28: each turn gets what the session began with, since the client keeps none of it; a note only its own turn", async () => {
  reply("SessionStart", { context: "The record." });
  reply("UserPromptSubmit", { context: "A note." });
  expect(await prompt("Go on.", { ctx: { modelId: "fake-1" } })).toEqual({
    prependContext: "The record.\n\nA note.",
  });
  rmSync(join(root, "replies/UserPromptSubmit"));
  expect(await prompt("And now?", { messages: [{ role: "user" }] })).toEqual({
    prependContext: "The record.",
  });
  expect(sent().map(({ hook_event_name: name, source, prompt: said }) => [name, source ?? said])).toEqual([
    ["SessionStart", "startup"],
    ["UserPromptSubmit", "Go on."],
    ["UserPromptSubmit", "And now?"],
  ]);
  expect(sent()[0]).toMatchObject({ session_id: "one", cwd: "/home/ann/shop", model: "fake-1" });
});

test("a prompt that the client builds again is one prompt", async () => {
  reply("UserPromptSubmit", { context: "A note." });
  for (let time = 0; time < 2; time++)
    expect(await prompt("Go on.", { ctx: { runId: "same" } })).toEqual({ prependContext: "A note." });
  expect(sent()).toHaveLength(2);
});

test("a session with messages is resumed; one that a person began in place of another is cleared", async () => {
  await prompt("Go on.", { messages: [{ role: "user" }] });
  await fire("session_end", { reason: "new", nextSessionId: "two" });
  await prompt("Hello.", { ctx: { sessionId: "two" } });
  expect(sent().map(({ hook_event_name: name, source, reason }) => [name, source ?? reason])).toEqual([
    ["SessionStart", "resume"],
    ["UserPromptSubmit", undefined],
    ["SessionEnd", "clear"],
    ["SessionStart", "clear"],
    ["UserPromptSubmit", undefined],
  ]);
});

test.each(["daily", "idle"])("the %s reset ends a session, and does not clear it", async (reason) => {
  await prompt("Go on.");
  await fire("session_end", { reason, nextSessionId: "two" });
  await prompt("Hello.", { ctx: { sessionId: "two" } });
  expect(sent().map((event) => [event["hook_event_name"], event["source"] ?? event["reason"]])).toEqual([
    ["SessionStart", "startup"],
    ["UserPromptSubmit", undefined],
    ["SessionEnd", reason],
    ["SessionStart", "startup"],
    ["UserPromptSubmit", undefined],
  ]);
});

test("what the client says itself is no person's; subagents and jobs are not sent", async () => {
  await prompt("Go on after the restart.", { ctx: { inputProvenance: { kind: "internal_system" } } });
  await prompt("Anything new?", { ctx: { trigger: "heartbeat" } });
  for (const sessionKey of ["agent:main:subagent:x", "agent:main:cron:y", "agent:main:acp:z"])
    await prompt("Look around.", { ctx: { sessionId: "other", sessionKey } });
  await fire("gateway_stop");
  const prompts = sent().filter(({ hook_event_name: name }) => name === "UserPromptSubmit");
  expect(prompts.map(({ from_client: from }) => from)).toEqual([true, true]);
  expect(sent().some(({ session_id: id }) => id === "other")).toBe(false);
});

test("a prompt that is held asks no model, and the person sees why", async () => {
  reply("UserPromptSubmit", { block: "The context is nearly full." });
  await prompt("Go on.");
  expect(await fire("before_agent_run")).toMatchObject({
    outcome: "block",
    message: "The context is nearly full.",
  });
  rmSync(join(root, "replies/UserPromptSubmit"));
  await prompt("Go on.");
  expect(await fire("before_agent_run")).toBeUndefined();
});

test("S3: the record after a compaction takes the place of the one before", async () => {
  reply("SessionStart", { context: "The record." });
  await prompt("Build it.");
  await fire("before_compaction");
  reply("SessionStart", { context: "The record after it." });
  await fire("after_compaction");
  expect(await prompt("Go on.")).toEqual({ prependContext: "The record after it." });
  expect(sent().map(({ hook_event_name: name }) => name)).toEqual([
    "SessionStart",
    "UserPromptSubmit",
    "PreCompact",
    "PostCompact",
    "SessionStart",
    "UserPromptSubmit",
  ]);
});

test("a tool call waits for the hook while the files of a prompt are captured, and starts no process otherwise", async () => {
  requestCapture(root, { moment: "turn_end" });
  expect(await fire("before_tool_call", { toolName: "exec" })).toBeUndefined();
  expect(sent()).toEqual([]);
  requestCapture(root);
  expect(await fire("before_tool_call", { toolName: "exec" })).toBeUndefined();
  expect(sent()).toEqual([{ hook_event_name: "PreToolUse" }]);
});

test("H1: a tool's result is not waited for, and the shutdown waits for it and ends the session", async () => {
  await prompt("Build it.");
  const result = { content: [{ type: "text", text: "no" }], details: { exitCode: 1 } };
  await fire("after_tool_call", { toolName: "exec", toolCallId: "c1", params: { command: "false" }, result });
  const answer = { role: "assistant", content: [{ type: "text", text: "Done." }] };
  await fire("agent_end", { success: true, messages: [answer] });
  await fire("agent_end", { success: false, messages: [answer] });
  // The client loads the plugin again for its own hooks.
  handlers = await load();
  await fire("gateway_stop");
  expect(sent()).toEqual(
    expect.arrayContaining([
      expect.objectContaining({ tool_use_id: "c1", tool_response: "no", tool_details: { exitCode: 1 } }),
      expect.objectContaining({ hook_event_name: "Stop", last_assistant_message: "Done." }),
      expect.objectContaining({ hook_event_name: "SessionEnd", session_id: "one", reason: "shutdown" }),
    ]),
  );
  expect(sent().filter(({ hook_event_name: name }) => name === "Stop")).toHaveLength(1);
});

test("S38: a turn in a process of its own ends the session, which nothing else reports", async () => {
  const before = process.argv;
  process.argv = [before[0] ?? "", "openclaw.mjs", "agent", "--local"];
  handlers = await load();
  process.argv = before;
  await prompt("Go on.");
  await fire("agent_end", { success: true, messages: [] });
  await fire("gateway_stop");
  expect(sent().map(({ hook_event_name: name, reason }) => [name, reason])).toEqual([
    ["SessionStart", undefined],
    ["UserPromptSubmit", undefined],
    ["Stop", undefined],
    ["SessionEnd", "exit"],
  ]);
});

test("H6: without Holdfast every hook returns, and nothing is added or blocked", async () => {
  for (const name of ["hook.sh", "main.cjs"]) rmSync(join(root, name));
  expect(await prompt("Go on.")).toBeUndefined();
  for (const name of [
    "before_agent_run",
    "after_tool_call",
    "before_compaction",
    "after_compaction",
    "session_end",
  ])
    expect(await fire(name, { toolName: "exec" })).toBeUndefined();
  await fire("agent_end", { success: true, messages: [] });
  await fire("gateway_stop");
});

test("S38: a shell knows its session", async () => {
  expect(await fire("resolve_exec_env")).toEqual({ OPENCLAW_SESSION_ID: "one" });
  expect(await fire("resolve_exec_env", {}, { sessionKey: "agent:main:subagent:x" })).toEqual({});
});
