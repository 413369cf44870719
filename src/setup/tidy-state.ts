import type { Context, Installation } from "../kernel/context.ts";
import { connectPlace } from "./connect-place.ts";
import { removeHookShim } from "./hook-shim.ts";
import { removeUnusedState } from "./state-folder.ts";

/** Once no agent is connected, removes the shim; also removes a state directory that was never used. */
export async function tidyState(ctx: Installation & Pick<Context, "agents">): Promise<void> {
  const place = connectPlace(ctx);
  const left = await Promise.all(ctx.agents.map(({ check }) => check(place)));
  if (left.every(({ installed }) => !installed)) removeHookShim(ctx.paths.state);
  removeUnusedState(ctx.paths.state);
}
