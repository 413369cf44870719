import type { Reply } from "../kernel/agent/agent-event.ts";
import { isEmptyReply } from "../kernel/agent/is-empty-reply.ts";
import type { Context } from "../kernel/context.ts";
import type { EventScope, NewDelivery } from "../kernel/event-handler.ts";
import type { Delivery } from "../kernel/record.ts";
import type { HandledPart } from "./run-handlers.ts";

/**
 * What the reply to an event delivers, word for word: one delivery for each part, whether its handler needs to know of
 * it later or not. So a person can see everything that a session was given.
 */
export function listDeliveries(
  ctx: Pick<Context, "newId">,
  { event, session, isSynthetic }: Pick<EventScope, "event" | "session" | "isSynthetic">,
  { parts, isPending }: { parts: readonly HandledPart[]; isPending: boolean },
): Delivery[] {
  return parts.flatMap(({ handler, reply, deliveries }) => {
    const isEmpty = isEmptyReply(reply);
    const other: NewDelivery = {
      id: ctx.newId("dlv"),
      sessionId: session.id,
      incarnation: session.incarnation,
      checkpointId: null,
      channel: "reply",
      chars: charsOf(reply),
      at: event.at,
    };
    const isNoted = deliveries.length > 0 || isEmpty || isSynthetic;
    const recorded = isNoted ? deliveries : [other];
    return recorded.map((delivery) => ({
      ...delivery,
      eventId: event.id,
      // The result of a tool carried a `resume`, not the reply of a hook.
      arrivedAt: isPending && delivery.channel !== "resume" ? null : delivery.at,
      handler: handler.name,
      reply: isEmpty ? null : JSON.stringify(reply),
    }));
  });
}

/** Characters for the model; if there are none, for the person. */
function charsOf({ context, block, notice }: Reply): number {
  return (context ?? block?.reason ?? notice ?? "").length;
}
