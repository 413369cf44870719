import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../kernel/context.ts";
import { groupByStore } from "./run-requests.ts";
import { listQueued } from "./snapshot-queue.ts";

const LIMIT_MS = 15_000;
const PAUSE_MS = 50;

/**
 * Waits until the files of all events so far in a project have been captured, since a command may follow the last event
 * immediately. A daemon does that a moment after each hook; without one, it is done here. Captures of other projects may
 * still be pending.
 */
export async function awaitRequests(
  ctx: Pick<Context, "drain" | "paths" | "workspace" | "caller">,
  directory = ctx.caller.cwd,
): Promise<void> {
  await ctx.drain();
  const { projectRoot } = await ctx.workspace.locate(directory);
  const waiting = new Set((await groupByStore(ctx)).get(projectRoot)?.map(({ file }) => file.path));
  for (let waited = 0; waited < LIMIT_MS; waited += PAUSE_MS) {
    if (!listQueued(ctx).some(({ path }) => waiting.has(path))) return;
    await sleep(PAUSE_MS);
  }
}
