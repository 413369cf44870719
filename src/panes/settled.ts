import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Pane } from "../kernel/terminals.ts";
import type { Launched } from "./launched.ts";

/** A program that cannot be started is gone by then. */
const SETTLE_MS = 300;

/** The process that a pane holds now, once it has stayed for a moment. */
export async function settled(
  ctx: Context,
  pane: Pane,
  command: readonly string[],
): Promise<Launched["root"]> {
  await ctx.sleep(SETTLE_MS);
  const view = await ctx.terminals.view(pane);
  const startTime = view && !view.isDead ? ctx.processes.startTime(view.pid) : undefined;
  if (view && startTime !== undefined) return { pid: view.pid, startTime };
  const program = command[0] ?? "";
  throw new HoldfastError("not_supported", `${program} ended at once: is it installed and on the PATH?`, {
    next: `Run \`${program}\` by hand to see what it says.`,
  });
}
