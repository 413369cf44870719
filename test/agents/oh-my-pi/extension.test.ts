import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { beforeEach, expect, test } from "vitest";
import { ohMyPi } from "../../../src/agents/oh-my-pi/adapter.ts";
import { requestCapture } from "../../support/pending-capture.ts";
import { temporaryDirectory } from "../../support/temporary-directory.ts";

type Handler = (event: object, ctx: object) => unknown;

/** The client's side of the extension: it calls the handlers as oh-my-pi does, and keeps what it is asked to do. */
class Client {
  handlers = new Map<string, Handler>();
  sent: unknown[] = [];
  shown: string[] = [];
  branch: object[] = [];
  session = "one";
  folder = "/s";
  isIdle = true;
  mode = "rpc";

  readonly ctx = () => ({
    cwd: "/home/ann/shop",
    mode: this.mode,
    isIdle: () => this.isIdle,
    model: { id: "fake-1" },
    ui: { notify: (text: string) => this.shown.push(text) },
    sessionManager: {
      getSessionId: () => this.session,
      getSessionFile: () => `${this.folder}/${this.session}.jsonl`,
      getBranch: () => this.branch,
    },
  });

  on(name: string, handler: Handler): void {
    this.handlers.set(name, handler);
  }
  sendMessage(message: object, options: object): void {
    this.sent.push({ ...message, ...options });
  }
  fire(name: string, event: object = {}): unknown {
    return this.handlers.get(name)?.({ type: name, ...event }, this.ctx());
  }
}

let root: string;
let client: Client;
beforeEach(async () => {
  root = temporaryDirectory("oh-my-pi-extension");
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
  await ohMyPi.connection.connect({
    ...place,
    node: process.execPath,
    stateDir: root,
    version: "1.2.3",
    configDirs: {},
  });
  const file = join(root, ".omp/agent/extensions/holdfast.js");
  writeFileSync(join(root, ".omp/agent/extensions/holdfast.mjs"), readFileSync(file));
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

const delivered = (content: string) => ({
  customType: "holdfast",
  content,
  display: false,
  attribution: "agent",
});
const said = (text: string, stopReason = "stop") => ({
  role: "assistant",
  content: [{ type: "text", text }],
  stopReason,
});
const named = (name: string) => sent().filter(({ hook_event_name: event }) => event === name);

test("S28: what a start and a prompt are answered with reaches the model in one message of the run", async () => {
  reply("SessionStart", { context: "The record.", notice: "Holdfast: recovered." });
  reply("UserPromptSubmit", { context: "A note." });
  client.fire("session_start");
  expect(await client.fire("before_agent_start", { prompt: "Go on." })).toEqual({
    message: delivered("The record.\n\nA note."),
  });
  rmSync(join(root, "replies/UserPromptSubmit"));
  expect(await client.fire("before_agent_start", { prompt: "Go on." })).toBeUndefined();
  expect(client.shown).toEqual(["Holdfast: recovered."]);
  expect(sent()[0]).toEqual({
    hook_event_name: "SessionStart",
    session_id: "one",
    cwd: "/home/ann/shop",
    transcript_path: "/s/one.jsonl",
    source: "startup",
    model: "fake-1",
  });
  expect(sent()[1]).toMatchObject({
    hook_event_name: "UserPromptSubmit",
    prompt: "Go on.",
    from_client: false,
  });
});

test("what is typed is sent once; a run that no one typed is the client's", async () => {
  client.mode = "tui";
  await client.fire("input", { text: "Typed." });
  await client.fire("before_agent_start", { prompt: "Typed." });
  await client.fire("input", { text: "/skill:review it" });
  await client.fire("before_agent_start", { prompt: "Review it." });
  client.isIdle = false;
  await client.fire("input", { text: "And the tests." });
  await client.fire("before_agent_start", { prompt: "And the tests." });
  await client.fire("before_agent_start", { prompt: "Job bg_1 ended." });
  expect(sent().map(({ prompt, from_client }) => [prompt, from_client])).toEqual([
    ["Typed.", false],
    ["Review it.", false],
    ["And the tests.", false],
    ["Job bg_1 ended.", true],
  ]);
});

test("a notice with which the client continues without a terminal is not the person's prompt", async () => {
  await client.fire("before_agent_start", {
    prompt: "<system-notice>\nJob bg_1 has completed.\n</system-notice>",
  });
  await client.fire("before_agent_start", { prompt: "Thanks." });
  expect(sent().map(({ from_client }) => from_client)).toEqual([true, false]);
});

test("a prompt that is held asks no model, and the person sees why", async () => {
  reply("UserPromptSubmit", { block: "The context is nearly full." });
  expect(await client.fire("input", { text: "Go on." })).toEqual({ handled: true });
  expect(client.shown).toEqual(["The context is nearly full."]);
});

test("another session in the same process ends the one before it; one that is opened again is resumed", async () => {
  client.branch = [{ type: "message", message: { role: "user", content: "Before." } }];
  client.fire("session_start");
  const next = async (session: string, event: string, reason?: string) => {
    client.session = session;
    await client.fire(event, { reason });
  };
  await next("two", "session_switch", "new");
  await next("three", "session_switch", "resume");
  await next("four", "session_branch");
  await client.fire("session_shutdown");
  const starts = named("SessionStart").map(({ session_id, source }) => [session_id, source].join(" "));
  expect(starts.sort()).toEqual(["four fork", "one resume", "three resume", "two clear"]);
  const ends = named("SessionEnd").map(({ session_id, reason }) => [session_id, reason].join(" "));
  expect(ends).toEqual(["one clear", "two resume", "three fork", "four quit"]);
});

test("T5: a stop that is answered with a debrief continues, and its text is no prompt of the person", async () => {
  reply("Stop", { block: "Validate.", quiet: true });
  const stop = { stop_hook_active: false, last_assistant_message: said("Done.") };
  expect(await client.fire("session_stop", stop)).toEqual({ continue: true, additionalContext: "Validate." });
  rmSync(join(root, "replies/Stop"));
  await client.fire("before_agent_start", { prompt: "Validate." });
  expect(await client.fire("session_stop", { ...stop, stop_hook_active: true })).toBeUndefined();
  for (const reason of ["error", "aborted"])
    await client.fire("session_stop", { ...stop, last_assistant_message: said("Half", reason) });
  await expect.poll(() => named("StopFailure")).toHaveLength(2);
  expect(sent()).toEqual([
    expect.objectContaining({
      hook_event_name: "Stop",
      stop_hook_active: false,
      last_assistant_message: "Done.",
    }),
    expect.objectContaining({ hook_event_name: "Stop", stop_hook_active: true }),
    expect.objectContaining({ hook_event_name: "StopFailure" }),
    expect.objectContaining({ hook_event_name: "StopFailure" }),
  ]);
});

test("S3: before a compaction the summary gets what it must keep; after it the record begins no turn", async () => {
  reply("PreCompact", { context: "Keep the rule." });
  reply("SessionStart", { context: "The record." });
  expect(await client.fire("session.compacting")).toEqual({ context: ["Keep the rule."] });
  await client.fire("session_compact", { compactionEntry: { summary: "So far." } });
  expect(client.sent).toEqual([]);
  expect(await client.fire("before_agent_start", { prompt: "Go on." })).toEqual({
    message: delivered("The record."),
  });
  client.isIdle = false;
  await client.fire("session_compact", { compactionEntry: { summary: "Further." } });
  expect(client.sent).toEqual([{ ...delivered("The record."), triggerTurn: false }]);
  await client.fire("session_shutdown");
  expect(named("PostCompact").map(({ compact_summary }) => compact_summary)).toEqual(["So far.", "Further."]);
  expect(named("SessionStart").map(({ source }) => source)).toEqual(["compact", "compact"]);
});

test("H1: a tool's result is not waited for; the end of the session waits for all that is on its way", async () => {
  const used = {
    toolName: "read",
    toolCallId: "c1",
    input: { path: "a" },
    content: [{ type: "text", text: "hi" }],
  };
  const todo = {
    toolName: "todo",
    toolCallId: "c2",
    input: {},
    content: [],
    details: { phases: [], storage: "session" },
  };
  const twice = { toolName: "write", toolCallId: "c3", input: { path: "xd://todo" }, content: [] };
  for (const event of [used, todo, twice]) void client.fire("tool_result", event);
  expect(sent()).toEqual([]);
  await client.fire("session_shutdown");
  const results = named("PostToolUse");
  expect(results).toHaveLength(2);
  expect(results).toContainEqual(
    expect.objectContaining({ tool_name: "read", tool_use_id: "c1", tool_response: "hi", is_error: false }),
  );
  expect(results).toContainEqual(
    expect.objectContaining({ tool_use_id: "c2", tool_details: { phases: [] } }),
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

test("D31: work that goes to subagents, and comes back, is reported by the session", async () => {
  const one = { toolName: "task", toolCallId: "c1", input: { agent: "scout", task: "Look." } };
  const several = { toolName: "task", toolCallId: "c2", input: { tasks: [{ agent: "task" }] } };
  await client.fire("tool_call", one);
  await client.fire("tool_call", { toolName: "read", input: {} });
  await client.fire("tool_result", { ...several, content: [] });
  await client.fire("session_shutdown");
  expect(named("SubagentStart")).toEqual([expect.objectContaining({ agent_type: "scout" })]);
  expect(named("SubagentStop")).toEqual([expect.objectContaining({ agent_type: "task" })]);
});

test("W16: a mark is on its way to the disk before the model continues", async () => {
  await client.fire("tool_result", {
    toolName: "checkpoint",
    toolCallId: "c1",
    input: { goal: "g" },
    content: [],
  });
  expect(named("PostToolUse")).toHaveLength(1);
});

test("a subagent's session, whose events the same process gets, is not captured", async () => {
  writeFileSync(join(root, "main.jsonl"), "");
  client.folder = join(root, "main");
  const events = [
    "session_start",
    "session_switch",
    "session_branch",
    "input",
    "before_agent_start",
    "tool_call",
    "tool_result",
  ];
  for (const event of [
    ...events,
    "session_stop",
    "session.compacting",
    "session_compact",
    "session_shutdown",
  ])
    expect(await client.fire(event, { prompt: "Look.", text: "Look.", toolName: "task" })).toBeUndefined();
  expect(sent()).toEqual([]);
});

test("H6: without Holdfast, and with a hook that prints rubbish, the client works on", async () => {
  for (const wreck of [
    () => writeFileSync(join(root, "hook.sh"), "#!/bin/sh\necho rubbish\nexit 3\n"),
    () => rmSync(join(root, "hook.sh")),
  ]) {
    wreck();
    client.fire("session_start");
    expect(await client.fire("input", { text: "Go on." })).toBeUndefined();
    expect(await client.fire("before_agent_start", { prompt: "Go on." })).toBeUndefined();
    expect(await client.fire("session_stop", { stop_hook_active: false })).toBeUndefined();
    expect(await client.fire("session.compacting")).toBeUndefined();
    await client.fire("session_compact", { compactionEntry: {} });
    await client.fire("session_shutdown");
  }
  expect(client.sent).toEqual([]);
  expect(client.shown).toEqual([]);
});
