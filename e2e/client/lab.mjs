import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { startFakeModel } from "../fake-model/fake-model.mjs";
import { claudeClient } from "./claude-client.mjs";
import { codexClient } from "./codex-client.mjs";
import { geminiClient } from "./gemini-client.mjs";
import { HOOK_LOG } from "./hook-log.mjs";
import { killLabProcesses, MARK } from "./lab-processes.mjs";
import { ohMyPiClient } from "./oh-my-pi-client.mjs";
import { openclawClient } from "./openclaw-client.mjs";
import { removeLocks } from "./openclaw-leavings.mjs";
import { opencodeClient } from "./opencode-client.mjs";
import { piClient } from "./pi-client.mjs";
import { CODE_CACHES, MAIN, PROGRAMS } from "./places.mjs";
import { runProgram } from "./run-program.mjs";

/**
 * What the scenarios need of a client: its model's API, its environment, the home of a user who has met its dialogs, and how
 * a session is begun.
 * @typedef {{ root: string, home: string, temp: string, project: string, url: string }} Place
 * @typedef {{ prompt(text: string): Promise<{ result: string, ms: number }>, send(text: string): void,
 *   kill9(): Promise<void>, end(): Promise<void>, id: string }} ClientSession
 * @typedef {import("../fake-model/fake-model.mjs").ToolUse} ToolUse
 * @typedef {{ write(path: string, content: string): ToolUse, run(command: string): ToolUse,
 *   own(name: string, input: object): ToolUse, delegate(prompt: string): ToolUse }} Tools `own` is a tool of ours,
 *   `delegate` hands work to a subagent.
 * @typedef {{ args: string[], env: Record<string, string>, cwd: string, resume?: string }} SessionOptions
 */

const CLIENTS = {
  "claude-code": claudeClient,
  gemini: geminiClient,
  codex: codexClient,
  pi: piClient,
  "oh-my-pi": ohMyPiClient,
  opencode: opencodeClient,
  openclaw: openclawClient,
};

/** @typedef {Awaited<ReturnType<typeof openLab>>} Lab */

/**
 * A machine of its own in one temporary folder: home, project (a git repository), fake model, nothing of the real user.
 * @template {keyof typeof CLIENTS} [Name="claude-code"]
 * @param {{ agent?: Name, latencyMs?: number, neverUsed?: boolean }} [options] `neverUsed`: there is no state directory yet, and
 * nothing was compiled.
 */
export async function openLab({
  agent = /** @type {Name} */ ("claude-code"),
  latencyMs = 0,
  neverUsed = false,
} = {}) {
  const client = CLIENTS[agent];
  const root = realpathSync(mkdtempSync(join(tmpdir(), "hf-e2e-")));
  const [home, temp, project] = ["home", "tmp", "shop"].map((name) => join(root, name));
  for (const folder of [home, temp, project]) mkdirSync(folder);
  const model = await startFakeModel(client.api, { latencyMs });
  const models = [model];
  const place = { root, home, temp, project, url: model.url };
  const env = { ...environment(place), ...client.environment(place) };
  client.prepareHome(place);
  await makeRepository(project, env);
  const state = join(home, ".local", "state", "holdfast");
  if (!neverUsed) shareCompiledCode(state, agent);
  /** @type {ClientSession[]} */
  const sessions = [];
  /** @type {import("../seen.mjs").Seen} */
  const seen = {};

  return {
    root,
    home,
    project,
    env,
    model,
    tools: client.tools,
    transcripts: join(home, ...client.transcripts),
    state,
    configure,
    start,
    addClient,
    holdfast,
    json,
    saw,
    seen,
    close,
  };

  /**
   * Notes that an agent was seen to have an ability: a row of the table in docs/agents.md, and what stands in it.
   * @param {string} ability @param {string} [value] @param {string} [who]
   */
  function saw(ability, value = "yes", who = agent) {
    seen[who] = { ...seen[who], [ability]: value };
  }

  /** Writes the configuration of the lab's user. @param {object} settings */
  function configure(settings) {
    const folder = join(home, ".config", "holdfast");
    mkdirSync(folder, { recursive: true });
    writeFileSync(join(folder, "config.json"), JSON.stringify(settings));
  }

  /**
   * A live client in the project; `resume` is the conversation that it goes on with.
   * @param {{ args?: string[], env?: Record<string, string>, cwd?: string, resume?: string }} [options]
   */
  function start({ args = [], env: more = {}, cwd = project, resume } = {}) {
    const session = client.start({ cwd, env: { ...env, ...more }, args, ...(resume ? { resume } : {}) });
    sessions.push(session);
    return /** @type {ReturnType<(typeof CLIENTS)[Name]["start"]>} */ (session);
  }

  /** Another client on this machine, with a model of its own. @param {keyof typeof CLIENTS} name */
  async function addClient(name) {
    const other = CLIENTS[name];
    const itsModel = await startFakeModel(other.api, { latencyMs });
    models.push(itsModel);
    const itsPlace = { ...place, url: itsModel.url };
    Object.assign(env, other.environment(itsPlace));
    other.prepareHome(itsPlace);
    return { model: itsModel };
  }

  /** Runs the built command line as the lab's user. @param {...string} args */
  async function holdfast(...args) {
    // Some commands run a client, which may start slowly.
    const how = { cwd: project, env, timeoutMs: 180_000 };
    const done = await runProgram(process.execPath, [MAIN, ...args], how);
    if (done.code === 0) return done.stdout;
    throw new Error(`holdfast ${args.join(" ")} ended with ${done.code}: ${done.stderr || done.stdout}`);
  }

  /** The same with `--json`, read. @param {...string} args @returns {Promise<any>} */
  async function json(...args) {
    return JSON.parse(await holdfast(...args, "--json"));
  }

  /** Ends everything that belongs to the lab and removes it. @param {{ keep?: boolean }} [options] */
  async function close({ keep = false } = {}) {
    await Promise.all(sessions.map((session) => session.kill9().catch(() => {})));
    await runProgram(process.execPath, [MAIN, "daemon", "stop"], { cwd: root, env, timeoutMs: 5_000 });
    await killLabProcesses(root);
    await Promise.all(models.map((each) => each.close()));
    removeLocks(root);
    if (keep) console.log(`        kept: ${root}`);
    else rmSync(root, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  }
}

/** @param {Place} place @returns {Record<string, string>} */
function environment({ root, home, temp }) {
  return {
    PATH: `${dirname(process.execPath)}:${PROGRAMS}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    TERM: "xterm-256color",
    LANG: "C.UTF-8",
    TMPDIR: temp,
    GIT_CONFIG_NOSYSTEM: "1",
    HOLDFAST_LOG: join(root, HOOK_LOG),
    [MARK]: root,
  };
}

/** A command that another lab of this agent has run is not compiled again. @param {string} state @param {string} agent */
function shareCompiledCode(state, agent) {
  const shared = join(CODE_CACHES, agent);
  for (const folder of [shared, state]) mkdirSync(folder, { recursive: true, mode: 0o700 });
  symlinkSync(shared, join(state, "code-cache"));
}

/** @param {string} project @param {Record<string, string>} env */
async function makeRepository(project, env) {
  mkdirSync(join(project, "src"));
  writeFileSync(join(project, "src", "cart.js"), "export const total = (items) => items.length;\n");
  writeFileSync(join(project, "package.json"), '{ "name": "shop", "type": "module" }\n');
  const who = ["-c", "user.name=Ann", "-c", "user.email=ann@shop.test"];
  for (const args of [
    ["init", "-q", "-b", "main"],
    ["add", "."],
    [...who, "commit", "-q", "-m", "Start"],
  ]) {
    const { code, stderr } = await runProgram("git", args, { cwd: project, env });
    if (code !== 0) throw new Error(`git ${args.join(" ")}: ${stderr}`);
  }
}
