import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { OPENCODE } from "./places.mjs";

const LIMIT_MS = 90_000;
const STOP_ENDED = /opencode Stop \S+ .*(?:(?:replied with|reply of) (\d+)|stays in the spool)/g;

/** One running OpenCode without a terminal: a server of its own with one session. `prompt` resolves after the turn's stop. */
export class OpenCodeSession {
  #child;
  #env;
  #output = "";
  /** @type {Promise<string>} */
  #url;
  #session = "";
  /** The key that its requests carry. */
  id = randomUUID();

  /** @param {import("./lab.mjs").SessionOptions} options */
  constructor({ cwd, env, args, resume = "" }) {
    this.#session = resume;
    this.#env = env;
    const words = ["serve", "--port", "0", "--hostname", "127.0.0.1", ...args];
    this.#child = spawn(OPENCODE, words, { cwd, env: { ...env, LAB_SESSION: this.id }, stdio: "pipe" });
    this.#child.stdin.end();
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream.setEncoding("utf8").on("data", (text) => (this.#output += text));
    this.#url = this.#listening();
    this.#url.catch(() => {});
  }

  /** The client's own id of the session. */
  get native() {
    return this.#session;
  }

  get pid() {
    return Number(this.#child.pid);
  }

  /** @param {string} text */
  async prompt(text) {
    const started = performance.now();
    const stops = this.#stops().length;
    const { info, parts } = await this.#ask(text);
    if (info?.error) throw new Error(`The turn failed: ${JSON.stringify(info.error)}`);
    await this.#settled(stops);
    const result = parts.flatMap(
      /** @param {any} part */ (part) => (part.type === "text" ? [part.text] : []),
    );
    return { result: result.join("\n"), ms: performance.now() - started };
  }

  /** Sends a prompt without waiting. @param {string} text */
  send(text) {
    this.#ask(text).catch(() => {});
  }

  /** As `/compact` does. */
  async compact() {
    await this.#post(`/session/${this.#session}/summarize`, { providerID: "fake", modelID: "fake-1" });
  }

  /** As `/undo` does with the newest prompt. */
  async undo() {
    const response = await fetch(`${await this.#url}/session/${this.#session}/message`);
    /** @type {{ info: { id: string, role: string } }[]} */
    const messages = /** @type {any} */ (await response.json());
    const prompt = messages.findLast(({ info }) => info.role === "user");
    await this.#post(`/session/${this.#session}/revert`, { messageID: prompt?.info.id });
  }

  /** As `/redo` does. */
  async redo() {
    await this.#post(`/session/${this.#session}/unrevert`, {});
  }

  /** Kill -9 of the client alone: no event, no farewell. */
  async kill9() {
    if (this.#hasEnded()) return;
    const gone = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await gone;
  }

  async end() {
    if (this.#hasEnded()) return;
    const gone = once(this.#child, "exit");
    this.#child.kill("SIGTERM");
    await gone;
  }

  #hasEnded() {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  /** @param {string} text */
  async #ask(text) {
    this.#session ||= (await this.#post("/session", {})).id;
    return await this.#post(`/session/${this.#session}/message`, { parts: [{ type: "text", text }] });
  }

  /** @param {string} path @param {object} body @returns {Promise<any>} */
  async #post(path, body) {
    const response = await fetch((await this.#url) + path, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(LIMIT_MS),
    });
    const text = await response.text();
    if (!response.ok) throw new Error(`${path}: ${response.status} ${text}`);
    return text === "" ? {} : JSON.parse(text);
  }

  async #listening() {
    const end = performance.now() + LIMIT_MS;
    while (performance.now() < end && !this.#hasEnded()) {
      const [, url] = /listening on (http:\S+)/.exec(this.#output) ?? [];
      if (url) return url;
      await sleep(100);
    }
    throw new Error(`The client did not start: ${this.#output}`);
  }

  /** The client reports the end of a turn after its answer: waits for our reply, and for the turn that it may begin. @param {number} before */
  async #settled(before) {
    const plugin = join(this.#env["HOME"] ?? "", ".config", "opencode", "plugins", "holdfast.js");
    if (!existsSync(plugin)) return;
    let [seen, end] = [before, performance.now() + LIMIT_MS];
    while (performance.now() < end) {
      const stops = this.#stops();
      const last = stops.at(-1);
      if (stops.length > seen && Number(last?.[1] ?? 0) === 0) return;
      if (stops.length > seen) [seen, end] = [stops.length, performance.now() + LIMIT_MS / 2];
      await sleep(50);
    }
  }

  #stops() {
    const log = this.#env["HOLDFAST_LOG"] ?? "";
    try {
      return [...readFileSync(log, "utf8").matchAll(STOP_ENDED)];
    } catch {
      return [];
    }
  }
}
