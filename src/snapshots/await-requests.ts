import { setTimeout as sleep } from "node:timers/promises";
import type { Context } from "../kernel/context.ts";
import { listQueued } from "./snapshot-queue.ts";

const LIMIT_MS = 15_000;
const PAUSE_MS = 50;

/**
 * Waits until the files of all events so far have been captured, since a command may follow the last event at once. A
 * daemon does that a moment after each hook; without one, it is done here.
 */
export async function awaitRequests(ctx: Pick<Context, "drain" | "paths">): Promise<void> {
  await ctx.drain();
  const waiting = new Set(namesOf(ctx));
  for (let waited = 0; waited < LIMIT_MS; waited += PAUSE_MS) {
    if (!namesOf(ctx).some((name) => waiting.has(name))) return;
    await sleep(PAUSE_MS);
  }
}

function namesOf(ctx: Pick<Context, "paths">): string[] {
  return listQueued(ctx).map(({ path }) => path);
}
