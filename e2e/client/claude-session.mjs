import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";

const TURN_LIMIT_MS = 45_000;

/**
 * One running Claude Code without a terminal: a line of JSON per prompt goes in, lines of JSON come out.
 * `prompt` resolves when the turn has ended.
 */
export class ClaudeSession {
  /** @type {import("node:child_process").ChildProcessWithoutNullStreams} */
  #child;
  /** @type {((line: any) => void)[]} */
  #waiting = [];
  #stderr = "";
  /** @type {any[]} */
  lines = [];
  id;

  /** @param {{ binary: string, cwd: string, env: Record<string, string>, args?: string[] }} options */
  constructor({ binary, cwd, env, args = [] }) {
    this.id = randomUUID();
    const own = args.includes("--resume") ? [] : ["--session-id", this.id];
    this.#child = spawn(binary, [...STREAMING, ...own, ...args], { cwd, env, stdio: "pipe", detached: true });
    this.#child.stdin.on("error", () => {});
    this.#child.stderr.setEncoding("utf8").on("data", (text) => (this.#stderr += text));
    createInterface({ input: this.#child.stdout }).on("line", (line) => this.#take(line));
    this.#child.on("close", (code, signal) => {
      const end = { type: "ended", code, signal };
      for (const resolve of this.#waiting.splice(0)) resolve(end);
    });
  }

  get pid() {
    return Number(this.#child.pid);
  }

  /**
   * Sends a prompt and waits for the end of its turn.
   * @param {string} text
   * @returns {Promise<{ result: string, ms: number, line: any }>}
   */
  async prompt(text) {
    const started = performance.now();
    const ended = this.#nextResult();
    this.send(text);
    const line = await ended;
    if (line.type !== "result") throw new Error(`The client ended in a turn (${line.code}): ${this.#stderr}`);
    return { result: line.result, ms: performance.now() - started, line };
  }

  /** Sends a prompt without waiting. @param {string} text */
  send(text) {
    const line = { type: "user", message: { role: "user", content: text } };
    this.#child.stdin.write(`${JSON.stringify(line)}\n`);
  }

  /** Kill -9 of the client alone: no hook, no farewell. */
  async kill9() {
    if (this.#hasEnded()) return;
    const gone = once(this.#child, "exit");
    this.#child.kill("SIGKILL");
    await gone;
  }

  /** Ends the session as a user would. */
  async end() {
    if (this.#hasEnded()) return;
    const gone = once(this.#child, "exit");
    this.#child.stdin.end();
    await gone;
  }

  #hasEnded() {
    return this.#child.exitCode !== null || this.#child.signalCode !== null;
  }

  #nextResult() {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(
        () => reject(new Error(`The turn did not end. ${this.#stderr}`)),
        TURN_LIMIT_MS,
      );
      this.#waiting.push((line) => {
        clearTimeout(timer);
        resolve(line);
      });
    });
  }

  /** @param {string} text */
  #take(text) {
    const line = JSON.parse(text);
    this.lines.push(line);
    if (line.type === "result") this.#waiting.shift()?.(line);
  }
}

const STREAMING = ["-p", "--input-format", "stream-json", "--output-format", "stream-json", "--verbose"];
