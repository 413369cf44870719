import type { AgentEvent, Reply } from "../../kernel/agent-event.ts";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { SpooledEvent } from "../../spool/spool-file.ts";

export type HandleEvent = (ctx: Context, event: AgentEvent) => Promise<Reply>;

/** One spooled event through its adapter and the event path: the client's JSON document, or "" for nothing to say. */
export async function answerEvent(ctx: Context, handle: HandleEvent, spooled: SpooledEvent): Promise<string> {
  const adapter = ctx.agents.find(({ name }) => name === spooled.agent);
  if (!adapter) return "";
  const event = parse(() => adapter.parseEvent(spooled.payload, spooled));
  if (!event) return "";
  return adapter.renderReply(event, await handle(ctx, event));
}

function parse<T>(read: () => T): T {
  try {
    return read();
  } catch (error) {
    // The message of a parser may quote the payload, which is the user's.
    throw new HoldfastError("invalid_input", "The payload is not one that this agent's adapter knows.", {
      cause: error,
    });
  }
}
