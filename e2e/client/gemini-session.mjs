import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { GEMINI } from "./places.mjs";

const TURN_LIMIT_MS = 60_000;

/**
 * One conversation of Gemini CLI without a terminal: a process a turn, each but the first resuming the conversation.
 * `prompt` resolves when the turn has ended.
 */
export class GeminiSession {
  /** @type {import("node:child_process").ChildProcessWithoutNullStreams | undefined} */
  #child;
  #options;
  #begun = false;
  id = randomUUID();

  /** @param {import("./lab.mjs").SessionOptions} options */
  constructor(options) {
    this.#options = options;
  }

  /** @param {string} text */
  async prompt(text) {
    const started = performance.now();
    const child = this.#spawn(text);
    const timer = setTimeout(() => child.kill("SIGKILL"), TURN_LIMIT_MS);
    let [stdout, stderr] = ["", ""];
    child.stdout.setEncoding("utf8").on("data", (part) => (stdout += part));
    child.stderr.setEncoding("utf8").on("data", (part) => (stderr += part));
    const [code] = await once(child, "close");
    clearTimeout(timer);
    if (code !== 0) throw new Error(`The client ended with ${code}: ${stderr || stdout}`);
    return { result: stdout.trim(), ms: performance.now() - started };
  }

  /** Sends a prompt without waiting. @param {string} text */
  send(text) {
    this.#spawn(text);
  }

  /** Kill -9 of the client alone: no hook, no farewell. */
  async kill9() {
    const child = this.#child;
    if (!child || child.exitCode !== null || child.signalCode !== null) return;
    const gone = once(child, "exit");
    child.kill("SIGKILL");
    await gone;
  }

  /** Between two turns no process runs. */
  async end() {}

  /** @param {string} text */
  #spawn(text) {
    const { args, env, cwd } = this.#options;
    const which = this.#begun ? ["--resume", this.id] : ["--session-id", this.id];
    this.#begun = true;
    this.#child = spawn(
      process.execPath,
      [GEMINI, "-y", "-m", "gemini-3.8-flash", ...which, ...args, "-p", text],
      {
        cwd,
        env,
        stdio: "pipe",
      },
    );
    this.#child.stdin.end();
    return this.#child;
  }
}
