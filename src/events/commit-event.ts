import type { Reply } from "../kernel/agent/agent-event.ts";
import { isEmptyReply } from "../kernel/agent/is-empty-reply.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Effect, EventScope } from "../kernel/event-handler.ts";
import type { Delivery, Session } from "../kernel/record.ts";
import type { Store } from "../kernel/storage/store.ts";
import { writeSession } from "../sessions/change-session.ts";
import type { Redelivery } from "./redeliver-replies.ts";
import type { ReplyPart } from "./run-handlers.ts";

/** A reply as it is stored with its event. */
export interface ComposedReply {
  reply: Reply;
  parts: readonly ReplyPart[];
  deliveries: readonly Delivery[];
  redelivery: Redelivery;
  /** Whether it counts as arrived only once a hook has confirmed that it printed it. */
  isPending: boolean;
}

/**
 * Stores all effects of an event and marks it as handled. Returns its session as written. Throws `conflict` if another
 * process has changed the session or handled the event in the meantime; the transaction must then be rolled back.
 */
export async function commitEvent(
  store: Store,
  scope: EventScope,
  composed: ComposedReply,
): Promise<Session> {
  const { event, effects, capture } = scope;
  const session: Session = { ...scope.session, capture };
  for (const effect of effects) await write(store, effect);
  for (const delivery of composed.deliveries) await store.putDelivery(delivery);
  await keepReply(store, scope, composed);
  const written = await writeSession(store, session);
  if (!(await store.markEventHandled(event.id, event.at, JSON.stringify(composed.reply))))
    throw new HoldfastError("conflict", "Another process handled this event at the same moment.");
  return written;
}

async function write(store: Store, effect: Effect): Promise<void> {
  switch (effect.type) {
    case "save_checkpoint":
      await store.saveCheckpoint(effect.checkpoint, effect.nodes);
      return;
    case "save_session":
      await writeSession(store, effect.session);
      return;
    case "abandon_checkpoint":
      await store.updateCheckpoint(effect.id, { abandonedAt: effect.abandonedAt });
      return;
    case "give_up_replies":
      await store.deletePendingReplies(effect.ids);
      return;
    case "record_delivery": // stored with what the reply says
    case "notify":
    case "request_snapshot":
      return;
  }
}

/** Keeps what each handler contributed until it has arrived, and lets this reply carry what did not arrive before. */
async function keepReply(
  store: Store,
  { event, session }: EventScope,
  { parts, redelivery, isPending }: ComposedReply,
): Promise<void> {
  await store.deletePendingReplies(redelivery.givenUp);
  await store.movePendingReplies(redelivery.carried, event.id);
  if (!isPending) {
    if (redelivery.carried.length > 0) await store.confirmReplies([event.id], event.at);
    return;
  }
  const kept = parts.filter(({ handler, reply }) => handler.ifLost !== "drop" && !isEmptyReply(reply));
  await store.addPendingReplies(
    kept.map(({ handler, reply }) => ({
      eventId: event.id,
      sessionId: session.id,
      handler: handler.name,
      reply: JSON.stringify(reply),
      at: event.at,
    })),
  );
}
