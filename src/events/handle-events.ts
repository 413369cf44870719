import type { AgentEvent, Reply } from "../kernel/agent/agent-event.ts";
import type { Context } from "../kernel/context.ts";
import { isStoreFailure } from "../kernel/errors.ts";
import { type EventInput, handleBatch } from "./handle-batch.ts";

type SettledReply = PromiseSettledResult<Reply>;

/**
 * Handles events in order and returns the outcome of each. They share one transaction, whose commit is the most
 * expensive part. If one event makes it fail, the events are handled separately. Never rejects.
 */
export async function handleEvents(ctx: Context, inputs: readonly EventInput[]): Promise<SettledReply[]> {
  try {
    const replies = await handleBatch(ctx, inputs);
    return replies.map((value) => ({ status: "fulfilled", value }));
  } catch (reason) {
    // If the store cannot be used, handling the events separately would fail in the same way.
    if (inputs.length === 1 || isStoreFailure(reason))
      return inputs.map(() => ({ status: "rejected", reason }));
    return await oneByOne(ctx, inputs);
  }
}

/** Handles one event, as `handleBatch` does: throws if the store fails. The hook then fails open. */
export async function handleEvent(
  ctx: Context,
  event: AgentEvent,
  how: Omit<EventInput, "event">,
): Promise<Reply> {
  const [reply = {}] = await handleBatch(ctx, [{ event, ...how }]);
  return reply;
}

async function oneByOne(ctx: Context, inputs: readonly EventInput[]): Promise<SettledReply[]> {
  const handled: SettledReply[] = [];
  let unavailable: PromiseRejectedResult | undefined;
  for (const { event, ...how } of inputs) {
    const [one] = unavailable ? [unavailable] : await Promise.allSettled([handleEvent(ctx, event, how)]);
    if (one.status === "rejected" && isStoreFailure(one.reason)) unavailable = one;
    handled.push(one);
  }
  return handled;
}
