import type { AgentEvent, Reply } from "../../kernel/agent-event.ts";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { SpooledEvent } from "../../spool/spool-file.ts";

/** `awaited` is false when nobody takes the reply any more: what it would have told is told later. */
export type HandleEvent = (ctx: Context, event: AgentEvent, how: { awaited: boolean }) => Promise<Reply>;

/** One spooled event whose hook waits: the client's JSON document, or "" for nothing to say. */
export async function answerEvent(ctx: Context, handle: HandleEvent, spooled: SpooledEvent): Promise<string> {
  const known = readEvent(ctx, spooled);
  if (!known) return "";
  return known.adapter.renderReply(known.event, await handle(ctx, known.event, { awaited: true }));
}

/** One event that its hook could only leave in the spool. */
export async function takeInEvent(ctx: Context, handle: HandleEvent, spooled: SpooledEvent): Promise<void> {
  const known = readEvent(ctx, spooled);
  if (known) await handle(ctx, known.event, { awaited: false });
}

function readEvent(ctx: Context, spooled: SpooledEvent) {
  const adapter = ctx.agents.find(({ name }) => name === spooled.agent);
  if (!adapter) return undefined;
  try {
    const event = adapter.parseEvent(spooled.payload, spooled);
    return event && { adapter, event };
  } catch (error) {
    // The message of a parser may quote the payload, which is the user's.
    throw new HoldfastError("invalid_input", "The payload is not one that this agent's adapter knows.", {
      cause: error,
    });
  }
}
