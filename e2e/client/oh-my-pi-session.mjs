import { randomUUID } from "node:crypto";
import { BUN, OH_MY_PI } from "./places.mjs";
import { RpcSession } from "./rpc-session.mjs";

/** One running oh-my-pi. The client chooses the session's id: it is known once a prompt was answered. */
export class OhMyPiSession extends RpcSession {
  /** The key that its requests carry. */
  id;
  #native;

  /** @param {import("./lab.mjs").SessionOptions} options */
  constructor({ cwd, env, args, resume = "" }) {
    const id = randomUUID();
    const own = ["--mode", "rpc", "--no-lsp", ...(resume ? ["--session", resume] : [])];
    const isSettled = /** @param {any} line */ ({ type, isTerminal }) =>
      type === "agent_end" && isTerminal === true;
    super({ command: [BUN, OH_MY_PI, ...own, ...args], cwd, env, key: id, isSettled });
    this.id = id;
    this.#native = resume;
    if (resume) return;
    const known = this.line(({ command }) => command === "get_state");
    known.then(({ data }) => (this.#native = data?.sessionId ?? "")).catch(() => {});
    this.command({ type: "get_state" });
  }

  /** The client's own id of the session. */
  get native() {
    return this.#native;
  }
}
