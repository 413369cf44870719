import type { Context } from "../kernel/context.ts";
import { endedAtOnce, type Pane } from "../kernel/ports/terminals.ts";
import type { LaunchedAgent } from "./launched.ts";

/** A program that cannot be started has exited after this time. */
const SETTLE_MS = 300;

/** The current process of a pane, after it has run for a moment. Throws if it has exited. */
export async function waitForPane(
  ctx: Pick<Context, "sleep" | "terminals" | "processes">,
  pane: Pane,
  command: readonly string[],
): Promise<LaunchedAgent["root"]> {
  await ctx.sleep(SETTLE_MS);
  const view = await ctx.terminals.view(pane);
  const startTime = view && !view.isDead ? ctx.processes.startTime(view.pid) : undefined;
  if (view && startTime !== undefined) return { pid: view.pid, startTime };
  throw endedAtOnce(command);
}
