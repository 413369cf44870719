import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";

const TURN_LIMIT_MS = 60_000;

/**
 * A running client of pi's family without a terminal: lines of JSON go in and come out. `prompt` resolves when the turn has
 * ended. `key` is what its requests carry.
 * @typedef {{ command: string[], cwd: string, env: Record<string, string>, key: string, isSettled: (line: any) => boolean }} RpcProgram
 */
export class RpcSession {
  /** @type {import("node:child_process").ChildProcessWithoutNullStreams} */
  #child;
  /** @type {Set<(line: any) => void>} */
  #waiting = new Set();
  #stderr = "";
  #result = "";
  #isSettled;

  /** @param {RpcProgram} program */
  constructor({ command: [program = "", ...args], cwd, env, key, isSettled }) {
    this.#isSettled = isSettled;
    this.#child = spawn(program, args, { cwd, env: { ...env, LAB_SESSION: key }, stdio: "pipe" });
    this.#child.stdin.on("error", () => {});
    this.#child.stderr.setEncoding("utf8").on("data", (text) => (this.#stderr += text));
    createInterface({ input: this.#child.stdout }).on("line", (line) => this.#take(JSON.parse(line)));
    this.#child.on("close", () => this.#offer({ type: "ended" }));
  }

  get pid() {
    return Number(this.#child.pid);
  }

  /** @param {string} text */
  async prompt(text) {
    const started = performance.now();
    const settled = this.#next((line) => this.#isSettled(line) || hasFailed(line));
    this.send(text);
    const line = await settled;
    if (!this.#isSettled(line))
      throw new Error(`The turn did not end: ${JSON.stringify(line)} ${this.#stderr}`);
    return { result: this.#result, ms: performance.now() - started };
  }

  /** Sends a prompt without waiting. @param {string} text */
  send(text) {
    this.command({ type: "prompt", message: text });
  }

  /** A command of the client's own protocol. @param {object} command */
  command(command) {
    this.#child.stdin.write(`${JSON.stringify({ id: randomUUID(), ...command })}\n`);
  }

  /** Waits for a line that the client writes. @param {(line: any) => boolean} isIt @returns {Promise<any>} */
  line(isIt) {
    return this.#next(isIt);
  }

  /** Kill -9 of the client alone: no event, no farewell. */
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

  /** @param {(line: any) => boolean} isIt @returns {Promise<any>} */
  #next(isIt) {
    return new Promise((resolve, reject) => {
      /** @param {any} line */
      const take = (line) => {
        if (line.type !== "ended" && !isIt(line)) return;
        clearTimeout(timer);
        this.#waiting.delete(take);
        resolve(line);
      };
      const timer = setTimeout(() => {
        this.#waiting.delete(take);
        reject(new Error(`The client did not write what was awaited. ${this.#stderr}`));
      }, TURN_LIMIT_MS);
      this.#waiting.add(take);
    });
  }

  /** @param {any} line */
  #take(line) {
    const { type, message } = line;
    if (type === "message_end" && message.role === "assistant") this.#result = textOf(message.content);
    this.#offer(line);
  }

  /** @param {any} line */
  #offer(line) {
    for (const take of this.#waiting) take(line);
  }
}

/** @param {any} line */
function hasFailed({ type, success }) {
  return type === "response" && success === false;
}

/** @param {any[]} content */
function textOf(content) {
  return content.flatMap(({ type, text }) => (type === "text" ? [text] : [])).join("\n");
}
