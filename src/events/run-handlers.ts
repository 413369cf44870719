import type { Reply } from "../kernel/agent/agent-event.ts";
import type { Context } from "../kernel/context.ts";
import type { EventHandler, EventScope } from "../kernel/event-handler.ts";
import { neutralContext } from "../text/fence.ts";
import { neutralize } from "../text/neutralize.ts";

/** A handler, and the data that it prepared for this event before the store was locked. */
export interface PreparedHandler {
  handler: EventHandler;
  prepared: unknown;
}

interface Part {
  handler: EventHandler;
  reply: Reply;
}

/** Runs the handlers of an event in order. Nothing is stored yet. */
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
    // Drops the handler's whole result: neither counters nor records may show the block.
    if (reply.block && !isHealthy) continue;
    scope = { ...handled.scope, effects: [...scope.effects, ...effects] };
    parts.push({ handler, reply });
    if (stop || reply.block) break;
  }
  return { scope, reply: mergeReplies(ctx, parts) };
}

/**
 * Merges the replies: context in handler order, each within its own budget so that none displaces another; the one
 * block, if any; and a line for the person from each. Neutralizes everything here, so that no handler can forget to.
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

/** A part that is too long is dropped: cut, it would lose the end of its fence. */
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
