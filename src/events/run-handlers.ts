import type { Reply } from "../kernel/agent/agent-event.ts";
import type { Context } from "../kernel/context.ts";
import type { EventHandler, EventScope } from "../kernel/event-handler.ts";
import { neutralContext } from "../text/fence.ts";
import { neutralize } from "../text/neutralize.ts";

/** A handler with the data that it prepared for this event. */
export interface PreparedHandler {
  handler: EventHandler;
  prepared: unknown;
}

interface Part {
  handler: EventHandler;
  reply: Reply;
}

/** Runs the handlers of an event in order, without storing anything. */
export async function runHandlers(
  ctx: Context,
  opened: EventScope,
  handlers: readonly PreparedHandler[],
): Promise<{ scope: EventScope; reply: Reply }> {
  let scope = opened;
  let isHealthy = true;
  const parts: Part[] = [];
  for (const { handler, prepared } of handlers) {
    const handled = await handler.handle(ctx, scope, prepared);
    const { reply = {}, failure, stop, effects = [] } = handled;
    if (failure !== undefined) {
      ctx.log.error("event handler failed", failure, { handler: handler.name });
      isHealthy = false;
    }
    // A failed handler suppresses blocks. The whole result is dropped, so that counters and deliveries do not include
    // the block.
    if (reply.block && !isHealthy) continue;
    scope = { ...handled.scope, effects: [...scope.effects, ...effects] };
    parts.push({ handler, reply });
    if (stop || reply.block) break;
  }
  return { scope, reply: mergeReplies(ctx, parts) };
}

/**
 * Merges the replies: the contexts in handler order, each within its own budget so that none displaces another; the
 * block, if any; and all notices. Everything is neutralized here, so that no handler can forget to.
 */
function mergeReplies(ctx: Pick<Context, "config" | "log">, parts: readonly Part[]): Reply {
  const context = parts.flatMap((part) => contextWithinBudget(ctx, part));
  const notices = parts.flatMap(({ reply }) => (reply.notice ? [neutralize(reply.notice)] : []));
  const block = parts.find(({ reply }) => reply.block)?.reply.block;
  return {
    ...(context.length > 0 ? { context: context.join("\n") } : {}),
    ...(block ? { block: { ...block, reason: neutralize(block.reason) } } : {}),
    ...(notices.length > 0 ? { notice: notices.join("\n") } : {}),
  };
}

/** Drops a context that is too long. Truncating it would remove the end of its fence. */
function contextWithinBudget(
  { config, log }: Pick<Context, "config" | "log">,
  { handler, reply }: Part,
): string[] {
  if (reply.context === undefined) return [];
  const context = neutralContext(reply.context);
  const budget = handler.contextChars?.(config) ?? 0;
  if (context.length <= budget) return [context];
  log.info("context over budget", { handler: handler.name, chars: context.length, budget });
  return [];
}
