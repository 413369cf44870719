import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { NODE, PI } from "./places.mjs";

const TURN_LIMIT_MS = 60_000;

/** One running pi without a terminal: lines of JSON go in and come out. `prompt` resolves when the turn has ended. */
export class PiSession {
  /** @type {import("node:child_process").ChildProcessWithoutNullStreams} */
  #child;
  /** @type {((line: any) => void)[]} */
  #waiting = [];
  #stderr = "";
  #result = "";
  id;

  /** @param {import("./lab.mjs").SessionOptions} options */
  constructor({ cwd, env, args, resume }) {
    this.id = resume ?? randomUUID();
    const own = ["--mode", "rpc", resume ? "--session" : "--session-id", this.id];
    this.#child = spawn(NODE, [PI, ...own, ...args], {
      cwd,
      env: { ...env, LAB_SESSION: this.id },
      stdio: "pipe",
    });
    this.#child.stdin.on("error", () => {});
    this.#child.stderr.setEncoding("utf8").on("data", (text) => (this.#stderr += text));
    createInterface({ input: this.#child.stdout }).on("line", (line) => this.#take(JSON.parse(line)));
    this.#child.on("close", () => {
      for (const resolve of this.#waiting.splice(0)) resolve({ type: "ended" });
    });
  }

  get pid() {
    return Number(this.#child.pid);
  }

  /** @param {string} text */
  async prompt(text) {
    const started = performance.now();
    const settled = this.#next();
    this.send(text);
    const line = await settled;
    if (line.type !== "agent_settled")
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

  /** @returns {Promise<any>} */
  #next() {
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

  /** @param {any} line */
  #take(line) {
    const { type, message, success } = line;
    if (type === "message_end" && message.role === "assistant") this.#result = textOf(message.content);
    if (type === "agent_settled" || (type === "response" && success === false)) this.#waiting.shift()?.(line);
  }
}

/** @param {any[]} content */
function textOf(content) {
  return content.flatMap(({ type, text }) => (type === "text" ? [text] : [])).join("\n");
}
