import { randomUUID } from "node:crypto";
import { NODE, PI } from "./places.mjs";
import { RpcSession } from "./rpc-session.mjs";

/** One running pi. */
export class PiSession extends RpcSession {
  id;

  /** @param {import("./lab.mjs").SessionOptions} options */
  constructor({ cwd, env, args, resume }) {
    const id = resume ?? randomUUID();
    const own = ["--mode", "rpc", resume ? "--session" : "--session-id", id];
    const isSettled = /** @param {any} line */ ({ type }) => type === "agent_settled";
    super({ command: [NODE, PI, ...own, ...args], cwd, env, key: id, isSettled });
    this.id = id;
  }
}
