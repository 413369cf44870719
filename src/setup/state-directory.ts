import { join } from "node:path";
import { makeDirectory } from "../files/make-directory.ts";
import { makeOwnDirectory, removeOwnDirectory } from "../files/own-directory.ts";
import type { Context, Installation } from "../kernel/context.ts";
import { checkAgent } from "./check-agent.ts";
import { resolveConnectPaths } from "./connect-paths.ts";
import { removeHookShim } from "./hook-shim.ts";

const CODE_CACHE = "code-cache";

/** Creates the private state directory, and returns the directory of the code cache. */
export function makeStateDirectory(state: string): string {
  makeOwnDirectory(state);
  const codeCache = join(state, CODE_CACHE);
  makeDirectory(codeCache, 0o700);
  return codeCache;
}

/** Removes a state directory that was never used, and the parents that we created for it. */
export function removeUnusedState(state: string): void {
  removeOwnDirectory(state, [CODE_CACHE]);
}

/** Removes the shim if certainly no agent is connected, and a state directory that was never used. */
export async function tidyState(ctx: Installation & Pick<Context, "agents">): Promise<void> {
  const paths = resolveConnectPaths(ctx);
  const left = await Promise.all(ctx.agents.map((agent) => checkAgent(agent, paths)));
  if (left.every(({ installed }) => installed === false)) removeHookShim(ctx.paths.state);
  removeUnusedState(ctx.paths.state);
}
