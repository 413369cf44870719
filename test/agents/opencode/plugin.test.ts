import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, expect, test, vi } from "vitest";
import { opencode } from "../../../src/agents/opencode/adapter.ts";
import { requestCapture } from "../../support/pending-capture.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

type Hook = (input: object, output: object) => Promise<void>;

let root: string;
let hooks: Record<string, Hook>;
let messages: { info: object; parts: object[] }[];
let asked: object[];
let shown: string[];
let parent: string | undefined;

beforeEach(async () => {
  root = temporaryDirectory("opencode-plugin");
  [messages, asked, shown, parent] = [[], [], [], undefined];
  for (const name of ["sent", "replies"]) mkdirSync(join(root, name));
  // Keeps each payload, and replies with what the test has put there.
  const hook = `#!/bin/sh\ncat >"${root}/sent/$$.part"\nmv "${root}/sent/$$.part" "${root}/sent/$(date +%s%N).$2.json"\ncat "${root}/replies/$2" 2>/dev/null\n`;
  writeFileSync(join(root, "hook.sh"), hook, { mode: 0o755 });
  writeFileSync(join(root, "main.cjs"), "");
  const place = { home: root, hookScript: join(root, "hook.sh"), mainScript: join(root, "main.cjs") };
  await opencode.connection.connect({
    ...place,
    node: process.execPath,
    stateDir: root,
    version: "1.2.3",
    configDirs: {},
  });
  hooks = await load();
});

/** The plugin as a process that now begins loads it. */
async function load(): Promise<Record<string, Hook>> {
  const file = join(root, ".config/opencode/plugins/holdfast.js");
  const copy = file.replace(/js$/, `${process.hrtime.bigint()}.mjs`);
  writeFileSync(copy, readFileSync(file));
  const { default: plugin } = await import(pathToFileURL(copy).href);
  return await plugin.server({ client, directory: "/home/ann/shop" });
}

/** The client's side: what it answers to the plugin, and what it is asked to do. */
const client = {
  session: {
    get: async () => ({ data: { directory: "/home/ann/shop", parentID: parent } }),
    messages: async () => ({ data: messages }),
    promptAsync: async (request: object) => {
      asked.push(request);
      return {};
    },
  },
  tui: {
    showToast: async ({ body }: { body: { message: string } }) => {
      shown.push(body.message);
      return {};
    },
  },
};

const reply = (event: string, answer: object) =>
  writeFileSync(join(root, "replies", event), JSON.stringify(answer));

const fire = (name: string, input: object, output: object = {}) => hooks[name]?.(input, output);
const bus = (type: string, properties: object) => fire("event", { event: { type, properties } });

async function prompt(text: string, more: object = {}) {
  const parts: Record<string, unknown>[] = [{ id: "prt_1", type: "text", text, ...more }];
  await fire(
    "chat.message",
    { sessionID: "ses_1" },
    { message: { id: "msg_1", model: { modelID: "m" } }, parts },
  );
  return parts;
}

/** What arrived at the hook entry, in order. */
function sent(): Record<string, unknown>[] {
  const names = readdirSync(join(root, "sent")).filter((name) => name.endsWith(".json"));
  return names.sort().map((name) => JSON.parse(readFileSync(join(root, "sent", name), "utf8")));
}

const answer = (text: string, info: object = {}) => {
  return { info: { role: "assistant", ...info }, parts: [{ type: "text", text }] };
};

test("S28: what a start and a prompt are answered with is a part of the first prompt, after the person's", async () => {
  reply("SessionStart", { context: "The record.", notice: "Holdfast: recovered." });
  reply("UserPromptSubmit", { context: "A note." });
  await bus("session.created", { info: { id: "ses_1" } });
  const parts = await prompt("Go on.");
  expect(parts[1]).toMatchObject({ synthetic: true, text: "The record.\n\nA note.", messageID: "msg_1" });
  expect(String(parts[1]?.["id"]) > "prt_1").toBe(true);
  expect(shown).toEqual(["Holdfast: recovered."]);
  expect(await prompt("And now?")).toHaveLength(2);
  expect(sent().map(({ hook_event_name: name, source, prompt: said }) => [name, source ?? said])).toEqual([
    ["SessionStart", "startup"],
    ["UserPromptSubmit", "Go on."],
    ["UserPromptSubmit", "And now?"],
  ]);
});

test("a transcript is in the database that OPENCODE_DB names, in the usual directory if it names none", async () => {
  mkdirSync(join(root, "opencode"));
  const databases = {
    "work.sqlite": join(root, "opencode/work.sqlite"),
    [join(root, "a.db")]: join(root, "a.db"),
  };
  vi.stubEnv("XDG_DATA_HOME", root);
  for (const [named, database] of Object.entries(databases)) {
    writeFileSync(database, "");
    vi.stubEnv("OPENCODE_DB", named);
    hooks = await load();
    await prompt("Go on.");
    expect(sent().at(-1)).toMatchObject({ transcript_path: join(database, "ses_1") });
  }
  vi.unstubAllEnvs();
});

test("a session that this process did not begin is resumed; one that begins with messages is a fork", async () => {
  await prompt("Go on.");
  expect(sent()[0]).toMatchObject({ source: "resume", session_id: "ses_1", cwd: "/home/ann/shop" });
});

test("a subagent's session and the client's own texts are not sent", async () => {
  await prompt("Continue…", { synthetic: true });
  parent = "ses_0";
  const parts = [{ id: "prt_2", type: "text", text: "Look around." }];
  await fire("chat.message", { sessionID: "ses_2" }, { message: { id: "msg_2" }, parts });
  await fire(
    "tool.execute.after",
    { tool: "read", sessionID: "ses_2", callID: "c", args: {} },
    { output: "" },
  );
  await fire("dispose", {});
  expect(sent()).toEqual([]);
});

test("D31: work that goes to a subagent, and comes back, is reported by the session", async () => {
  await prompt("Continue.");
  const call = { tool: "task", sessionID: "ses_1", callID: "c" };
  const args = { subagent_type: "explore", prompt: "Look." };
  await fire("tool.execute.before", call, { args });
  await fire("tool.execute.before", { ...call, tool: "read" }, { args: {} });
  await fire("tool.execute.after", { ...call, args }, { output: "Nothing." });
  await fire("dispose", {});
  const handoffs = sent().filter(({ agent_type: agent }) => agent === "explore");
  expect(handoffs.map(({ hook_event_name: name }) => String(name)).toSorted()).toEqual([
    "SubagentStart",
    "SubagentStop",
  ]);
  for (const payload of handoffs)
    expect(await opencode.parseEvent(payload, { id: "evt-1", event: "", at: 1 })).toMatchObject({
      kind: "subagent",
      subagent: "explore",
      nativeSession: "ses_1",
    });
});

test("a prompt that is held asks no model, and the person sees why", async () => {
  reply("UserPromptSubmit", { block: "The context is nearly full." });
  await expect(prompt("Go on.")).rejects.toThrow("The context is nearly full.");
  expect(shown).toEqual(["The context is nearly full."]);
});

test("T5: a stop that is answered with a debrief continues once; an interrupted turn is no stop", async () => {
  await prompt("Build it.");
  messages = [answer("Done.")];
  reply("Stop", { block: "Validate." });
  await bus("session.idle", { sessionID: "ses_1" });
  await expect.poll(() => asked).toHaveLength(1);
  expect(asked[0]).toMatchObject({ body: { parts: [{ text: "Validate.", synthetic: true }] } });
  rmSync(join(root, "replies/Stop"));
  messages = [answer("Validated.")];
  await bus("session.idle", { sessionID: "ses_1" });
  await expect.poll(() => sent().filter(({ hook_event_name: name }) => name === "Stop")).toHaveLength(2);
  messages = [answer("Half", { error: { name: "MessageAbortedError" } })];
  await bus("session.idle", { sessionID: "ses_1" });
  await fire("dispose", {});
  const stops = sent().filter(({ hook_event_name: name }) => name === "Stop");
  expect(stops.map(({ stop_hook_active: active, last_assistant_message: said }) => [active, said])).toEqual([
    [false, "Done."],
    [true, "Validated."],
  ]);
  expect(sent().filter(({ hook_event_name: name }) => name === "StopFailure")).toHaveLength(1);
});

test("S3: a compaction gets a list of what to keep; each request after it has the record until a prompt keeps it", async () => {
  await prompt("Build it.");
  reply("PreCompact", { context: "Keep todos." });
  reply("SessionStart", { context: "The record." });
  const compaction = { context: [] as string[] };
  await fire("experimental.session.compacting", { sessionID: "ses_1" }, compaction);
  expect(compaction.context).toEqual(["Keep todos."]);
  messages = [answer("So far.", { summary: true })];
  await bus("session.compacted", { sessionID: "ses_1" });
  for (let request = 0; request < 2; request++) {
    const parts: object[] = [{ id: "prt_1", type: "text", text: "Continue" }];
    const list = [{ info: { role: "user", sessionID: "ses_1", id: "msg_1" }, parts }];
    await fire("experimental.chat.messages.transform", {}, { messages: list });
    expect(parts[1]).toMatchObject({ text: "The record." });
  }
  expect(await prompt("Go on.")).toMatchObject([{}, { text: "The record." }]);
  expect(await prompt("And now?")).toHaveLength(1);
  expect(sent()).toContainEqual(
    expect.objectContaining({
      hook_event_name: "PostCompact",
      compact_summary: "So far.",
      trigger: "manual",
    }),
  );
});

test("a tool call waits for the hook while the files of a prompt are captured, and starts no process otherwise", async () => {
  const call = { tool: "bash", sessionID: "ses_1", callID: "c1" };
  requestCapture(root, { moment: "turn_end" });
  await fire("tool.execute.before", call);
  expect(sent()).toEqual([]);
  requestCapture(root);
  await fire("tool.execute.before", call);
  expect(sent()).toEqual([{ hook_event_name: "PreToolUse" }]);
});

test("H1: a tool's result is not waited for, and the end waits for it", async () => {
  await prompt("Build it.");
  const call = { tool: "bash", sessionID: "ses_1", callID: "c1", args: { command: "false" } };
  await fire("tool.execute.after", call, { output: "no", metadata: { exit: 1 } });
  await fire(
    "tool.execute.after",
    { ...call, callID: "c2" },
    { content: [{ type: "text", text: "from a server" }] },
  );
  await fire("dispose", {});
  const used = sent().filter(({ hook_event_name: name }) => name === "PostToolUse");
  expect(used).toEqual(
    expect.arrayContaining([
      expect.objectContaining({
        tool_use_id: "c1",
        tool_response: "no",
        is_error: true,
        tool_details: { exit: 1 },
      }),
      expect.objectContaining({ tool_use_id: "c2", tool_response: "from a server", is_error: false }),
    ]),
  );
  expect(sent()).toContainEqual(expect.objectContaining({ hook_event_name: "SessionEnd" }));
});

test("H6: without Holdfast, and with a client that answers nothing, every hook returns", async () => {
  for (const name of ["hook.sh", "main.cjs"]) rmSync(join(root, name));
  client.session.get = () => Promise.reject(new Error("no"));
  const config = {};
  await fire("config", config);
  expect(config).toEqual({});
  expect(await prompt("Go on.")).toHaveLength(1);
  messages = [answer("Done.")];
  await bus("session.idle", { sessionID: "ses_1" });
  await bus("session.compacted", { sessionID: "ses_1" });
  await fire("dispose", {});
  expect(asked).toEqual([]);
});

test("S38: our server and /checkpoint are added next to the user's own, and a shell knows its session", async () => {
  const config = { mcp: { mine: {} }, command: { checkpoint: "mine" } };
  await fire("config", config);
  expect(config).toMatchObject({
    mcp: { mine: {}, holdfast: { type: "local" } },
    command: { checkpoint: "mine" },
  });
  const shell = { env: {} };
  await fire("shell.env", { sessionID: "ses_1" }, shell);
  expect(shell.env).toEqual({ OPENCODE_SESSION_ID: "ses_1" });
});

test("W16: a person who goes back or returns is reported once, with the next prompt's deletions still to come", async () => {
  const updated = (revert?: object) => bus("session.updated", { info: { id: "ses_1", revert } });
  await updated();
  await updated({ messageID: "msg_1" });
  await updated({ messageID: "msg_1" });
  await updated();
  await fire("dispose", {});
  expect(sent()).toMatchObject([
    { hook_event_name: "BranchChange", session_id: "ses_1" },
    { hook_event_name: "BranchChange", session_id: "ses_1" },
  ]);
});
