import { randomUUID } from "node:crypto";
import { existsSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { BUN, OH_MY_PI } from "./places.mjs";
import { RpcSession } from "./rpc-session.mjs";

const LIMIT_MS = 60_000;

/**
 * One running oh-my-pi. The client chooses the session's id, and offers tools of MCP servers some time after its start: prompts
 * wait for both.
 */
export class OhMyPiSession extends RpcSession {
  /** The key that its requests carry. */
  id;
  #native;
  #ready;

  /** @param {import("./lab.mjs").SessionOptions} options */
  constructor({ cwd, env, args, resume = "" }) {
    const id = randomUUID();
    // Without this mode's interface the client loses servers that answer while it starts.
    const own = ["--mode", "rpc-ui", "--no-lsp", ...(resume ? ["--session", resume] : [])];
    const isSettled = /** @param {any} line */ ({ type, isTerminal }) =>
      type === "agent_end" && isTerminal === true;
    super({ command: [BUN, OH_MY_PI, ...own, ...args], cwd, env, key: id, isSettled });
    this.id = id;
    this.#native = resume;
    this.#ready = this.#start(existsSync(join(env["HOME"] ?? "", ".omp", "agent", ".mcp.json")));
    this.#ready.catch(() => {});
  }

  /** The client's own id of the session. */
  get native() {
    return this.#native;
  }

  /** @override @param {string} text */
  async prompt(text) {
    await this.#ready;
    return await super.prompt(text);
  }

  /** @override @param {string} text */
  send(text) {
    this.#ready.then(() => super.send(text)).catch(() => {});
  }

  /** @param {boolean} hasServer */
  async #start(hasServer) {
    for (const end = Date.now() + LIMIT_MS; Date.now() < end; await sleep(100)) {
      const answered = this.line(({ command }) => command === "get_state");
      this.command({ type: "get_state" });
      const { data } = await answered;
      this.#native = data?.sessionId ?? this.#native;
      if (!hasServer || JSON.stringify(data ?? "").includes("mcp__holdfast_")) return;
    }
    throw new Error("Our tools are not offered.");
  }
}
