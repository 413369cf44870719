import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { CODEX } from "./places.mjs";

const TURN_LIMIT_MS = 60_000;

/**
 * One thread of Codex without a terminal: a process a turn, each but the first resuming the thread. `prompt` resolves
 * when the turn has ended.
 */
export class CodexSession {
  /** @type {import("node:child_process").ChildProcessWithoutNullStreams | undefined} */
  #child;
  #options;
  #stderr = "";
  id = "";

  /** @param {import("./lab.mjs").SessionOptions} options */
  constructor(options) {
    this.#options = options;
    this.id = options.resume ?? "";
  }

  /** @param {string} text */
  async prompt(text) {
    const started = performance.now();
    const child = this.#spawn(text);
    const timer = setTimeout(() => void this.kill9(), TURN_LIMIT_MS);
    const [code] = await once(child, "close");
    clearTimeout(timer);
    if (code !== 0) throw new Error(`The client ended with ${code}: ${this.#stderr}`);
    return { result: "", ms: performance.now() - started };
  }

  /** Sends a prompt without waiting. @param {string} text */
  send(text) {
    this.#spawn(text);
  }

  /** Kill -9 of the launcher and the client itself: no hook, no farewell. */
  async kill9() {
    const child = this.#child;
    if (!child?.pid || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    process.kill(-child.pid, "SIGKILL");
    await gone;
  }

  /** Between two turns no process runs. */
  async end() {}

  /** @param {string} text */
  #spawn(text) {
    const { args, env, cwd } = this.#options;
    const which = this.id === "" ? [] : ["resume", this.id];
    const words = ["exec", "--json", "-s", "danger-full-access", ...args, ...which, text];
    const child = spawn(process.execPath, [CODEX, ...words], { cwd, env, stdio: "pipe", detached: true });
    child.stdin.end();
    child.stderr.setEncoding("utf8").on("data", (part) => (this.#stderr += part));
    createInterface({ input: child.stdout }).on("line", (line) => this.#take(line));
    this.#child = child;
    return child;
  }

  /** @param {string} line */
  #take(line) {
    const { type, thread_id: id } = JSON.parse(line);
    if (type === "thread.started") this.id = id;
  }
}
