import { spawn, spawnSync } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { cpSync, existsSync, mkdirSync, readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { NODE, OPENCLAW } from "./places.mjs";
import { runProgram } from "./run-program.mjs";

/** Its start alone takes half a minute on a busy machine. */
const LIMIT_MS = 180_000;
export const HOOK_LOG = "hook.log";
export const TOKEN = "lab-token";
const STOP_ENDED = /openclaw Stop \S+ .*(?:replied with|reply of|stays in the spool)/g;

const FIND_SESSION = `
const { DatabaseSync } = require("node:sqlite");
const database = new DatabaseSync(process.argv[1], { readOnly: true });
const found = database.prepare("select session_id from session_windows where session_key = ?").get(process.argv[2]);
console.log(found?.session_id ?? "");`;

/** The state directories that were used, and the conversation that each holds. @type {Map<string, string>} */
const states = new Map();

/** One running OpenClaw: a gateway of its own with one session. `prompt` resolves after the turn's stop. */
export class OpenClawSession {
  /** @type {import("node:child_process").ChildProcessWithoutNullStreams | undefined} */
  #child;
  /** @type {Record<string, string>} */
  #env;
  #state;
  #output = "";
  #key;
  /** @type {Promise<number>} */
  #port;
  /** @type {Promise<string>} */
  #url;
  /** The key that its requests carry. */
  id = randomUUID();

  /** @param {import("./lab.mjs").SessionOptions} options */
  constructor({ cwd, env, args, resume = `lab-${this.id}` }) {
    this.#key = `agent:main:${resume}`;
    this.#state = claimState(join(env["HOME"] ?? "", ".openclaw"), resume);
    this.#env = { ...env, LAB_SESSION: this.id, OPENCLAW_STATE_DIR: this.#state };
    this.#port = this.#begin(cwd, args);
    this.#url = this.#ready();
    this.#url.catch(() => {});
  }

  /** The client's own id of the session, which only its database tells. */
  get native() {
    const database = join(this.#state, "agents", "main", "agent", "openclaw-agent.sqlite");
    const { stdout } = spawnSync(NODE, ["--no-warnings", "-e", FIND_SESSION, database, this.#key], {
      encoding: "utf8",
    });
    return stdout.trim();
  }

  get pid() {
    return Number(this.#child?.pid);
  }

  /** @param {string} text */
  async prompt(text) {
    const started = performance.now();
    const stops = this.#stops();
    const { choices } = await this.#ask(text);
    const end = performance.now() + LIMIT_MS;
    while (this.#isConnected() && this.#stops() === stops && performance.now() < end) await sleep(50);
    return { result: String(choices?.[0]?.message?.content), ms: performance.now() - started };
  }

  /** Sends a prompt without waiting. @param {string} text */
  send(text) {
    this.#ask(text).catch(() => {});
  }

  /** As `/compact` does. */
  async compact() {
    const url = (await this.#url).replace("http", "ws");
    const asked = JSON.stringify({ key: this.#key });
    const words = [
      "gateway",
      "call",
      "sessions.compact",
      "--params",
      asked,
      "--url",
      url,
      "--token",
      TOKEN,
      "--json",
    ];
    const limits = { cwd: this.#state, env: this.#env, timeoutMs: LIMIT_MS };
    const { code, stdout, stderr } = await runProgram(NODE, [OPENCLAW, ...words], limits);
    if (code !== 0) throw new Error(`The session was not compacted: ${stdout}${stderr}`);
  }

  /** Kill -9 of the launcher and the gateway itself: no event, no farewell. */
  async kill9() {
    await this.#kill("SIGKILL");
  }

  async end() {
    await this.#kill("SIGTERM");
  }

  /** @param {NodeJS.Signals} signal */
  async #kill(signal) {
    await this.#port;
    const child = this.#child;
    if (!child?.pid || this.#hasEnded()) return;
    const gone = once(child, "close");
    process.kill(-child.pid, signal);
    await gone;
  }

  #hasEnded() {
    return this.#child?.exitCode !== null || this.#child?.signalCode !== null;
  }

  /** @param {string} text @returns {Promise<any>} */
  async #ask(text) {
    const response = await fetch(`${await this.#url}/v1/chat/completions`, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${TOKEN}`,
        "x-openclaw-session-key": this.#key,
      },
      body: JSON.stringify({ model: "openclaw", messages: [{ role: "user", content: text }] }),
      signal: AbortSignal.timeout(LIMIT_MS),
    }).catch((error) => {
      throw new Error(`The client does not answer: ${this.#output.slice(-2_000)}`, { cause: error });
    });
    const answer = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${answer} ${this.#output.slice(-2_000)}`);
    return JSON.parse(answer);
  }

  /** @param {string} cwd @param {string[]} args */
  async #begin(cwd, args) {
    const port = await freePort();
    const words = ["gateway", "run", "--port", String(port), "--bind", "loopback", ...args];
    const child = spawn(NODE, [OPENCLAW, ...words], { cwd, env: this.#env, stdio: "pipe", detached: true });
    this.#child = child;
    child.stdin.end();
    for (const stream of [child.stdout, child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (this.#output += text));
    return port;
  }

  async #ready() {
    const url = `http://127.0.0.1:${await this.#port}`;
    const end = performance.now() + LIMIT_MS;
    while (performance.now() < end && !this.#hasEnded()) {
      if (await isReady(url)) return url;
      await sleep(200);
    }
    throw new Error(`The client did not start: ${this.#output}`);
  }

  /** Without our plugin nothing reports the stop. */
  #isConnected() {
    return existsSync(join(this.#state, "extensions", "holdfast"));
  }

  #stops() {
    try {
      return [...readFileSync(this.#env["HOLDFAST_LOG"] ?? "", "utf8").matchAll(STOP_ENDED)].length;
    } catch {
      return 0;
    }
  }
}

/**
 * Each gateway has a state of its own, as profiles have, with the user's settings and plugins: two cannot share one, and one that
 * is started again goes on with a turn that was interrupted, before anybody asks.
 * @param {string} main @param {string} conversation
 */
function claimState(main, conversation) {
  let state = main;
  for (let number = 2; (states.get(state) ?? conversation) !== conversation; number++)
    state = `${main}-${number}`;
  const isNew = !states.has(state);
  states.set(state, conversation);
  if (isNew && state !== main) {
    mkdirSync(state, { recursive: true });
    for (const part of ["openclaw.json", "extensions", "hooks"].filter((name) =>
      existsSync(join(main, name)),
    ))
      cpSync(join(main, part), join(state, part), { recursive: true });
  }
  return state;
}

/** @param {string} url */
async function isReady(url) {
  try {
    return (await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(5_000) })).ok;
  } catch {
    return false;
  }
}

async function freePort() {
  const server = createServer();
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = /** @type {import("node:net").AddressInfo} */ (server.address());
  server.close();
  await once(server, "close");
  return port;
}
