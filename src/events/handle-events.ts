import type { Reply } from "../kernel/agent/agent-event.ts";
import type { Context } from "../kernel/context.ts";
import { HoldfastError } from "../kernel/errors.ts";
import { type ComingEvent, handleEvent, handleTogether } from "./handle-event.ts";

type Handled = PromiseSettledResult<Reply>;

/**
 * Handles events in order and returns the outcome of each. They share one commit, the most expensive part; if one event
 * makes it fail, each is handled separately. Never rejects.
 */
export async function handleEvents(ctx: Context, coming: readonly ComingEvent[]): Promise<Handled[]> {
  try {
    const replies = await handleTogether(ctx, coming);
    return replies.map((value) => ({ status: "fulfilled", value }));
  } catch (reason) {
    if (coming.length === 1 || isStoreUnavailable(reason))
      return coming.map(() => ({ status: "rejected", reason }));
    return await oneByOne(ctx, coming);
  }
}

async function oneByOne(ctx: Context, coming: readonly ComingEvent[]): Promise<Handled[]> {
  const handled: Handled[] = [];
  let unavailable: PromiseRejectedResult | undefined;
  for (const { event, awaited } of coming) {
    const [one] = unavailable
      ? [unavailable]
      : await Promise.allSettled([handleEvent(ctx, event, { awaited })]);
    if (one.status === "rejected" && isStoreUnavailable(one.reason)) unavailable = one;
    handled.push(one);
  }
  return handled;
}

/** Then handling the others separately would fail in the same way. */
function isStoreUnavailable(error: unknown): boolean {
  return error instanceof HoldfastError && error.code.startsWith("store_");
}
