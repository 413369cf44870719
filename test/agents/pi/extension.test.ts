import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, expect, test } from "vitest";
import { pi } from "../../../src/agents/pi/adapter.ts";
import { requestCapture } from "../../support/pending-capture.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

type Handler = (event: object, ctx: object) => unknown;

/** The client's side of the extension: it calls the handlers as pi does, and keeps what it is asked to do. */
class Client {
  handlers = new Map<string, Handler>();
  commands = new Map<string, { handler: (args: string) => Promise<void> }>();
  sent: unknown[] = [];
  shown: string[] = [];
  branch: object[] = [];
  servers: Record<string, { env: object }> = {};

  readonly ctx = {
    cwd: "/home/ann/shop",
    model: { id: "fake-1" },
    ui: { notify: (text: string) => this.shown.push(text) },
    sessionManager: {
      getSessionId: () => "one",
      getSessionFile: () => "/s/one.jsonl",
      getBranch: () => this.branch,
    },
  };

  on(name: string, handler: Handler): void {
    this.handlers.set(name, handler);
  }
  registerCommand(name: string, command: { handler: (args: string) => Promise<void> }): void {
    this.commands.set(name, command);
  }
  registerMcpServer(name: string, server: { env: object }): void {
    this.servers[name] = server;
  }
  sendMessage(message: object, options: object): void {
    this.sent.push({ ...message, ...options });
  }
  sendUserMessage(text: string): void {
    this.sent.push(text);
  }
  fire(name: string, event: object = {}): unknown {
    return this.handlers.get(name)?.({ type: name, ...event }, this.ctx);
  }
}

let root: string;
let client: Client;
beforeEach(async () => {
  root = temporaryDirectory("pi-extension");
  mkdirSync(join(root, "sent"));
  mkdirSync(join(root, "replies"));
  // Keeps each payload, and replies with what the test has put there.
  const hook = `#!/bin/sh\ncat >"${root}/sent/$$.part"\nmv "${root}/sent/$$.part" "${root}/sent/$(date +%s%N).$2.json"\ncat "${root}/replies/$2" 2>/dev/null\n`;
  writeFileSync(join(root, "hook.sh"), hook, { mode: 0o755 });
  writeFileSync(join(root, "main.cjs"), "");
  client = await load();
});

async function load(): Promise<Client> {
  const place = { home: root, hookScript: join(root, "hook.sh"), mainScript: join(root, "main.cjs") };
  await pi.connection.connect({
    ...place,
    node: process.execPath,
    stateDir: root,
    version: "1.2.3",
    configDirs: {},
  });
  const file = join(root, ".pi/agent/extensions/holdfast/index.js");
  writeFileSync(join(root, ".pi/agent/extensions/holdfast/index.mjs"), readFileSync(file));
  const { default: extension } = await import(pathToFileURL(file.replace(/js$/, "mjs")).href);
  const loaded = new Client();
  extension(loaded);
  return loaded;
}

const reply = (event: string, answer: object) =>
  writeFileSync(join(root, "replies", event), JSON.stringify(answer));

/** What arrived at the hook entry, in order. */
function sent(): Record<string, unknown>[] {
  const names = readdirSync(join(root, "sent")).filter((name) => name.endsWith(".json"));
  return names.sort().map((name) => JSON.parse(readFileSync(join(root, "sent", name), "utf8")));
}

const settle = { outcome: "completed", continue: false, entries: [] };

test("S28: what a start and a prompt are answered with reaches the model in one message of the run", async () => {
  reply("SessionStart", { context: "The record.", notice: "Holdfast: recovered." });
  reply("UserPromptSubmit", { context: "A note." });
  client.fire("session_start", { reason: "startup" });
  await client.fire("input", { text: "Go on.", source: "interactive" });
  expect(await client.fire("before_agent_start", { prompt: "Go on." })).toEqual({
    message: { customType: "holdfast", content: "The record.\n\nA note.", display: false },
  });
  expect(await client.fire("before_agent_start", { prompt: "Go on." })).toBeUndefined();
  expect(client.shown).toEqual(["Holdfast: recovered."]);
  expect(sent()).toEqual([
    {
      hook_event_name: "SessionStart",
      session_id: "one",
      cwd: "/home/ann/shop",
      transcript_path: "/s/one.jsonl",
      source: "startup",
      model: "fake-1",
    },
    expect.objectContaining({ hook_event_name: "UserPromptSubmit", prompt: "Go on.", from_client: false }),
  ]);
});

test("an earlier session that is opened at the start is resumed; a new one in the same process clears", async () => {
  client.branch = [{ type: "message", message: { role: "user", content: "Before." } }];
  for (const reason of ["startup", "new", "fork", "reload"]) client.fire("session_start", { reason });
  await client.fire("session_shutdown", { reason: "new" });
  expect(new Set(sent().flatMap(({ source }) => source ?? []))).toEqual(new Set(["clear", "fork", "resume"]));
  expect(sent()).toContainEqual(expect.objectContaining({ hook_event_name: "SessionEnd", reason: "clear" }));
});

test("a prompt that is held asks no model, and the person sees why", async () => {
  reply("UserPromptSubmit", { block: "The context is nearly full." });
  expect(await client.fire("input", { text: "Go on.", source: "interactive" })).toEqual({
    action: "handled",
  });
  expect(client.shown).toEqual(["The context is nearly full."]);
});

test("a command is sent as the client expands it, and what is typed into a turn is left to the session file", async () => {
  await client.fire("input", { text: "/skill:review it", source: "interactive" });
  await client.fire("input", { text: "And the tests.", source: "interactive", streamingBehavior: "steer" });
  expect(sent()).toEqual([]);
  await client.fire("before_agent_start", { prompt: "<skill>…</skill>\n\nit" });
  expect(sent().map(({ prompt }) => prompt)).toEqual(["<skill>…</skill>\n\nit"]);
});

test("T5: a stop that is answered with a debrief continues once, and says so at the next stop", async () => {
  client.branch = [
    { type: "message", message: { role: "assistant", content: [{ type: "text", text: "Done." }] } },
  ];
  reply("Stop", { block: "Validate.", quiet: true });
  expect(await client.fire("agent_before_settle", settle)).toEqual({
    entries: [{ type: "custom_message", customType: "holdfast", content: "Validate.", display: false }],
    continue: true,
  });
  rmSync(join(root, "replies/Stop"));
  expect(await client.fire("agent_before_settle", settle)).toBeUndefined();
  expect(await client.fire("agent_before_settle", { ...settle, outcome: "error" })).toBeUndefined();
  await client.fire("input", { text: "Thanks.", source: "interactive" });
  await client.fire("agent_before_settle", settle);
  const stops = sent().filter(({ hook_event_name: name }) => name === "Stop");
  expect(stops.map(({ stop_hook_active }) => stop_hook_active)).toEqual([false, true, false]);
  expect(stops[0]).toMatchObject({ last_assistant_message: "Done." });
  await client.fire("session_shutdown", { reason: "quit" });
  expect(sent().filter(({ hook_event_name: name }) => name === "StopFailure")).toHaveLength(1);
});

test("S3: after a compaction the record is added without beginning a turn", async () => {
  reply("SessionStart", { context: "The record." });
  await client.fire("session_before_compact", { reason: "threshold" });
  await client.fire("session_compact", { reason: "threshold", compactionEntry: { summary: "So far." } });
  expect(client.sent).toEqual([
    { customType: "holdfast", content: "The record.", display: false, triggerTurn: false },
  ]);
  await client.fire("session_shutdown", { reason: "reload" });
  expect(sent()).toEqual([
    expect.objectContaining({ hook_event_name: "PreCompact", trigger: "auto" }),
    expect.objectContaining({ hook_event_name: "PostCompact", trigger: "auto", compact_summary: "So far." }),
    expect.objectContaining({ hook_event_name: "SessionStart", source: "compact" }),
  ]);
});

test("H1: a tool's result is not waited for; the end of the session waits for all that is on its way", async () => {
  const content = [
    { type: "text", text: "hi" },
    { type: "image", data: "…" },
  ];
  const used = { toolName: "read", toolCallId: "c1", input: { path: "a" }, content, isError: false };
  expect(client.fire("tool_result", used)).toBeUndefined();
  expect(sent()).toEqual([]);
  await client.fire("session_shutdown", { reason: "quit" });
  expect(sent()).toHaveLength(2);
  expect(sent()).toContainEqual(
    expect.objectContaining({ tool_name: "read", tool_use_id: "c1", tool_response: "hi", is_error: false }),
  );
});

test("a tool call waits for the hook while the files of a prompt are captured, and starts no process otherwise", async () => {
  requestCapture(root, { moment: "turn_end" });
  expect(await client.fire("tool_call", { toolName: "bash", input: {} })).toBeUndefined();
  expect(sent()).toEqual([]);
  requestCapture(root);
  expect(await client.fire("tool_call", { toolName: "bash", input: {} })).toBeUndefined();
  expect(sent()).toEqual([{ hook_event_name: "PreToolUse" }]);
});

test("H6: without Holdfast, and with a hook that prints rubbish, the client works on", async () => {
  for (const wreck of [
    () => writeFileSync(join(root, "hook.sh"), "#!/bin/sh\necho rubbish\nexit 3\n"),
    () => rmSync(join(root, "hook.sh")),
    () => rmSync(join(root, "main.cjs")),
  ]) {
    wreck();
    client.fire("session_start", { reason: "startup" });
    expect(await client.fire("input", { text: "Go on.", source: "interactive" })).toBeUndefined();
    expect(await client.fire("before_agent_start", { prompt: "Go on." })).toBeUndefined();
    expect(await client.fire("agent_before_settle", settle)).toBeUndefined();
    await client.fire("session_compact", { reason: "manual", compactionEntry: {} });
    await client.fire("session_shutdown", { reason: "quit" });
  }
  expect(client.fire("resources_discover")).toBeUndefined();
  expect(client.sent).toEqual([]);
  expect(client.shown).toEqual([]);
});

test("S38: our tools know the session, and /checkpoint names the skill", async () => {
  client.fire("session_start", { reason: "reload" });
  expect(client.servers["holdfast"]).toMatchObject({ env: { PI_SESSION_ID: "one" }, exposure: "direct" });
  expect(client.fire("resources_discover")).toEqual({
    skillPaths: [expect.stringMatching(/holdfast\/skills$/)],
  });
  await client.commands.get("checkpoint")?.handler("--restore");
  expect(client.sent).toEqual(["/skill:checkpoint --restore"]);
});
