import { type ChildProcess, execFileSync, spawn, spawnSync } from "node:child_process";
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { afterAll, beforeAll, expect, test } from "vitest";
import { claudeCode } from "../../src/agents/claude-code/adapter.ts";
import { hookArguments } from "../../src/agents/hook-command.ts";
import { openProgram } from "../../src/program.ts";
import { Canaries } from "../support/canaries.ts";
import { runCommand } from "../support/run-cli.ts";
import { shareCodeCache } from "../support/share-code-cache.ts";

const dist = (name: string) => fileURLToPath(new URL(`../../dist/${name}`, import.meta.url));
const canaries = new Canaries();
const word = (place: string) => canaries.word(place);
const sentence = (place: string) => canaries.sentence(place);
/** Everything that any surface has answered. */
const answers: string[] = [];

let root: string;
let project: string;
let state: string;
let env: Record<string, string>;
let daemon: ChildProcess | undefined;

beforeAll(() => {
  root = mkdtempSync(join(tmpdir(), "holdfast-canary-"));
  project = join(root, "project");
  state = join(root, "state");
  mkdirSync(project);
  shareCodeCache(state);
  env = { PATH: process.env["PATH"] ?? "", HOME: root, HOLDFAST_HOME: state, HOLDFAST_NO_DAEMON: "1" };
  writeFileSync(
    join(state, "config.json"),
    JSON.stringify({ daemon: { http: { enabled: true, port: 0 } }, debrief: { thresholdSeconds: 0 } }),
  );
  git("init", "-q");
  git("checkout", "-qb", `feature/${word("branch")}`);
  git("-c", "user.name=a", "-c", "user.email=a@example.org", "commit", "-qm", "x", "--allow-empty");
});

afterAll(async () => {
  await stopDaemon();
  rmSync(root, { recursive: true, force: true });
});

test("RED-R10: forty secrets through every way in are in no file and no answer", async () => {
  work("no daemon");
  const { address, token } = await startDaemon();
  work("daemon");
  await commandLine();
  await http(address, token);
  await mcp(address, token);
  unreadable();
  await readBack(address, token);
  const running = filesBelow(state);
  await stopDaemon();

  expect(canaries.all.length).toBeGreaterThanOrEqual(40);
  const seen = answers.join("\n");
  expect(seen.match(/\[REDACTED\]/g)?.length).toBeGreaterThan(40);
  expect(seen).toContain("Ship the importer");
  expect(canaries.foundIn(seen)).toEqual([]);
  for (const files of [running, filesBelow(state)]) {
    expect([...files.keys()]).toContain("holdfast.db");
    for (const [name, content] of files) {
      expect({ name, found: canaries.foundIn(content) }).toEqual({ name, found: [] });
    }
  }
}, 300_000);

function git(...words: string[]): void {
  execFileSync("git", words, { cwd: project, env });
}

/** A session of Claude Code as its hooks report it, from the start to the end, and the start of the next. */
function work(how: string): void {
  const session = `5a1f0000-0000-4000-8000-${how === "daemon" ? "000000000001" : "000000000002"}`;
  const transcript = join(root, `${session}.jsonl`);
  const common = { session_id: session, cwd: project, transcript_path: transcript };
  const send = (event: string, more: object) =>
    hook(event, JSON.stringify({ ...common, hook_event_name: event, ...more }));
  const tool = (name: string, input: object, response: unknown) =>
    send("PostToolUse", {
      tool_name: name,
      tool_use_id: `toolu_${name}`,
      tool_input: input,
      tool_response: response,
    });

  send("SessionStart", { source: "startup", model: word(`${how}: model`) });
  send("UserPromptSubmit", { prompt: `Ship the importer. ${sentence(`${how}: prompt`)}` });
  send("UserPromptSubmit", { prompt: `Always use ${word(`${how}: rule`)} for the build.` });
  tool("Bash", { command: `deploy --key ${word(`${how}: command`)}` }, { stdout: word(`${how}: output`) });
  tool(
    "Write",
    { file_path: join(project, `${word(`${how}: path`)}.ts`), content: word(`${how}: file`) },
    "ok",
  );
  tool("TodoWrite", { todos: [{ content: `Rotate ${word(`${how}: todo`)}`, status: "pending" }] }, "ok");
  send("PostToolUseFailure", {
    tool_name: "Bash",
    tool_use_id: "toolu_failed",
    tool_input: { command: "npm test" },
    error: `Exit code 1\n${sentence(`${how}: failure`)}`,
  });
  send("Notification", { message: word(`${how}: notification`) });
  writeFileSync(transcript, transcriptLine(session, sentence(`${how}: transcript`)));
  send("Stop", { stop_hook_active: false, last_assistant_message: `Done. ${sentence(`${how}: answer`)}` });
  send("PreCompact", { trigger: "auto", custom_instructions: word(`${how}: instructions`) });
  send("PostCompact", { trigger: "auto", compact_summary: sentence(`${how}: summary`) });
  send("SessionStart", { source: "compact" });
  send("SessionEnd", { reason: word(`${how}: reason`) });
  send("SessionStart", { session_id: session.replace("5a1f", "5a1e"), source: "startup" });
}

function transcriptLine(session: string, text: string): string {
  const message = { role: "assistant", content: [{ type: "text", text: `- [ ] Tell ops. ${text}` }] };
  const uuid = "7c1d0000-0000-4000-8000-000000000000";
  return `${JSON.stringify({ type: "assistant", uuid, parentUuid: null, sessionId: session, message })}\n`;
}

function hook(event: string, input: string): void {
  const { stdout, stderr, status } = spawnSync(
    "/bin/sh",
    [dist("hook.sh"), ...hookArguments(claudeCode.hooks, event, "")],
    {
      env,
      cwd: project,
      input,
    },
  );
  expect(status).toBe(0);
  answers.push(stdout.toString(), stderr.toString());
}

/** The command line in a process of its own, as far as that matters: how it starts, fails and prints. */
function start(...words: string[]): string {
  const { stdout, stderr } = spawnSync(process.execPath, [dist("main.cjs"), ...words], { env, cwd: project });
  answers.push(stdout.toString(), stderr.toString());
  return stdout.toString();
}

/** The same command line in this process, which takes a tenth of the time. */
async function run(...words: string[]): Promise<string> {
  const where = { home: root, cwd: project, script: dist("main.cjs"), programDir: dist("") };
  const program = await openProgram({ env, ...where, words });
  const { out, err } = await runCommand(program, words, program);
  answers.push(out, err);
  return out;
}

async function commandLine(): Promise<void> {
  const named = ["name", "workflow", "workflow-type", "step", "trigger", "digest"];
  start("save", ...named.flatMap((name) => [`--${name}`, word(`save --${name}`)]));
  const data = JSON.stringify({ [word("state key")]: 1, pending: [word("state value")] });
  const decisions = JSON.stringify([{ text: word("decision"), why: word("why") }]);
  await run("save", "--state", data, "--decisions", decisions);
  start("save", "--state", `{"a": ${word("state that is no JSON")}`);
  await run("digest", "--state", word("digest --state"), "--blockers", JSON.stringify([word("blocker")]));
  await run("remember", `The bucket's key: ${word("remember")}`);
  for (const command of ["recall", "inspect", "resume", "delete", "forget", "connect", "debrief"])
    await run(command, word(`${command} of what is not there`));
  for (const name of ["session", "workflow", "after", "limit"])
    await run("list", `--${name}`, word(`list --${name}`));
  start(word("unknown command"));
  start("list", `--${word("unknown option")}`);
}

async function http(address: URL, token: string): Promise<void> {
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const ask = async (path: string, how: RequestInit = {}) => {
    answers.push(await (await fetch(new URL(path, address), { headers, ...how })).text());
  };
  const post = (path: string, body: string) => ask(path, { method: "POST", body });
  await post("/v1/save", JSON.stringify({ name: word("http name"), state: { a: word("http state") } }));
  await post("/v1/save", `{"name": ${word("http broken body")}`);
  await post("/v1/remember", JSON.stringify({ text: sentence("http remember") }));
  await post("/v1/inspect", JSON.stringify({ id: word("http id") }));
  await post(`/v1/${word("http operation")}`, "{}");
  await ask(`/v1/list?workflow=${word("http query")}`);
  await ask(`/api/checkpoints/${word("http session key")}`);
  await ask(`/${word("http path")}`, { headers: { authorization: `Bearer ${word("http token")}` } });
}

async function mcp(address: URL, token: string): Promise<void> {
  const client = new Client({ name: word("mcp client"), version: "1" });
  const requestInit = { headers: { authorization: `Bearer ${token}`, "x-holdfast-directory": project } };
  await client.connect(new StreamableHTTPClientTransport(new URL("/mcp", address), { requestInit }));
  const call = async (name: string, values: Record<string, unknown>) => {
    const answer = client.callTool({ name, arguments: values });
    answers.push(JSON.stringify(await answer.catch((error: unknown) => String(error))));
  };
  await call("session_digest", { state: word("mcp digest"), decisions: [word("mcp decision")] });
  await call("checkpoint_save", { name: word("mcp name"), state: { note: sentence("mcp state") } });
  await call("checkpoint_save", { kind: word("mcp refused") });
  await call("checkpoint_inspect", { id: word("mcp id") });
  await call("remember", { text: sentence("mcp remember") });
  await call("recall", { query: word("mcp recall") });
  await client.close();
}

/** What is no event of ours is kept aside for a while, if at all: not with its secrets. */
function unreadable(): void {
  hook("UserPromptSubmit", `{"session_id": "x", "prompt": "${word("broken payload")}`);
  hook("UserPromptSubmit", JSON.stringify({ session_id: 7, prompt: word("payload of a wrong shape") }));
  hook("NoSuchEvent", JSON.stringify({ session_id: "x", cwd: project, text: word("unknown event") }));
  // A payload that is no JSON may still be in the making, until it is a minute old.
  const spool = join(state, "spool");
  for (const name of readdirSync(spool)) makeOld(join(spool, name));
}

function makeOld(file: string): void {
  const longAgo = new Date(Date.now() - 120_000);
  try {
    utimesSync(file, longAgo, longAgo);
  } catch (error) {
    // The daemon may just have taken it.
    if (existsSync(file)) throw error;
  }
}

async function readBack(address: URL, token: string): Promise<void> {
  const { checkpoints } = JSON.parse(await run("list", "--all", "--json", "--limit", "100")) as {
    checkpoints: { id: string; parentId: string | null }[];
  };
  expect(checkpoints.length).toBeGreaterThan(5);
  const headers = { authorization: `Bearer ${token}`, "content-type": "application/json" };
  const post = async (path: string, body: object) => {
    const answer = await fetch(new URL(path, address), {
      method: "POST",
      headers,
      body: JSON.stringify(body),
    });
    answers.push(await answer.text());
  };
  for (const { id, parentId } of checkpoints) {
    await post("/v1/inspect", { id });
    await post("/v1/resume", { id });
    if (parentId) await post("/v1/diff", { from: parentId, to: id });
  }
  const seed = await fetch(new URL(`/api/checkpoints?project=${encodeURIComponent(project)}`, address), {
    headers,
  });
  answers.push(await seed.text());
  for (const words of [["list"], ["recall"], ["status"], ["stats"], ["doctor"], []]) await run(...words);
  // Last: it blocks this thread, where a connection that is kept open would be closed unseen.
  start("daemon", "logs");
}

async function startDaemon(): Promise<{ address: URL; token: string }> {
  daemon = spawn(process.execPath, [dist("main.cjs"), "daemon", "run"], {
    env,
    cwd: project,
    stdio: "ignore",
  });
  for (let tries = 0; tries < 100; tries++) {
    const status = JSON.parse(start("daemon", "status", "--json")) as { address?: string };
    if (status.address) {
      const token = execFileSync(process.execPath, [dist("main.cjs"), "token"], { env })
        .toString()
        .trim();
      return { address: new URL(status.address), token };
    }
    await sleep(100);
  }
  throw new Error("the daemon opened no port");
}

async function stopDaemon(): Promise<void> {
  daemon?.kill("SIGTERM");
  if (daemon?.exitCode === null) await new Promise((ended) => daemon?.once("exit", ended));
  daemon = undefined;
}

/** Every file with its bytes; the database's write-ahead log, the spool, logs and what was put aside among them. */
function filesBelow(folder: string): Map<string, string> {
  const files = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) =>
    entry.isFile(),
  );
  return new Map(
    files.map((file) => {
      const path = join(file.parentPath, file.name);
      return [path.slice(folder.length + 1), readFileSync(path, "latin1")];
    }),
  );
}
