import type { Reply } from "../kernel/agent/agent-event.ts";
import type { Context } from "../kernel/context.ts";
import {
  type Effect,
  EVENT_CONTEXT_CHARS,
  type EventHandler,
  type EventScope,
  type NewDelivery,
} from "../kernel/event-handler.ts";
import { neutralContext } from "../text/fence.ts";
import { neutralize } from "../text/neutralize.ts";

/** A handler with the data that it prepared for this event. */
export interface PreparedHandler {
  handler: EventHandler;
  prepared: unknown;
}

/** What one handler contributed to the reply, bounded and neutralized. */
export interface ReplyPart {
  handler: EventHandler;
  reply: Reply;
}

/** With the deliveries that the handler recorded itself, since it needs them later. */
export interface HandledPart extends ReplyPart {
  deliveries: readonly NewDelivery[];
}

/** Runs the handlers of an event in order, without storing anything. */
export async function runHandlers(
  ctx: Context,
  opened: EventScope,
  handlers: readonly PreparedHandler[],
): Promise<{ scope: EventScope; parts: readonly HandledPart[] }> {
  let scope = opened;
  let isHealthy = true;
  const parts: HandledPart[] = [];
  let room = EVENT_CONTEXT_CHARS;
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
    const bounded = withinBudget(ctx, { handler, reply }, room);
    room -= (bounded.context ?? "").length;
    parts.push({ handler, reply: bounded, deliveries: effects.flatMap(deliveryOf) });
    if (stop || reply.block) break;
  }
  return { scope, parts };
}

function deliveryOf(effect: Effect): NewDelivery[] {
  return effect.type === "record_delivery" ? [effect.delivery] : [];
}

/** Merges replies: the contexts in their order, the block, if any, and all notices. */
export function mergeReplies(replies: readonly Reply[]): Reply {
  const context = replies.flatMap((reply) => reply.context ?? []);
  const first = replies.findLastIndex(({ replacesNotices }) => replacesNotices === true);
  const notices = replies.slice(Math.max(0, first)).flatMap((reply) => reply.notice ?? []);
  const block = replies.find((reply) => reply.block)?.block;
  return {
    ...(context.length > 0 ? { context: context.join("\n") } : {}),
    ...(block ? { block } : {}),
    ...(notices.length > 0 ? { notice: notices.join("\n") } : {}),
  };
}

/**
 * The reply of one handler. Its context keeps to the handler's own budget, so that none displaces another, and to the room
 * that earlier ones left: one that is too long is dropped, since truncating it would remove the end of its fence.
 * Everything is neutralized here, so that no handler can forget to.
 */
function withinBudget(
  { config, log }: Pick<Context, "config" | "log">,
  { handler, reply }: ReplyPart,
  room: number,
): Reply {
  const context = reply.context === undefined ? undefined : neutralContext(reply.context);
  const budget = Math.min(handler.contextChars?.(config) ?? 0, room);
  const fits = context !== undefined && context.length <= budget;
  if (context !== undefined && !fits)
    log.info("context over budget", { handler: handler.name, chars: context.length, budget });
  return {
    ...(fits ? { context } : {}),
    ...(reply.block ? { block: { ...reply.block, reason: neutralize(reply.block.reason) } } : {}),
    ...noticeOf(reply),
  };
}

function noticeOf({
  notice = "",
  replacesNotices = false,
}: Reply): Pick<Reply, "notice" | "replacesNotices"> {
  if (notice === "") return {};
  return { notice: neutralize(notice), ...(replacesNotices ? { replacesNotices } : {}) };
}
