import type { Reply } from "../kernel/agent/agent-event.ts";
import { HoldfastError } from "../kernel/errors.ts";
import type { Effect, EventScope } from "../kernel/event-handler.ts";
import type { Session } from "../kernel/record.ts";
import type { Store } from "../kernel/storage/store.ts";
import { writeSession } from "../sessions/change-session.ts";

/**
 * Stores all effects of an event and marks it as handled. Returns its session as written. Throws `conflict` if another
 * process has changed the session or handled the event in the meantime; the transaction must then be rolled back.
 */
export async function commitEvent(store: Store, scope: EventScope, reply: Reply): Promise<Session> {
  const { event, effects, capture } = scope;
  const session: Session = { ...scope.session, capture };
  for (const effect of effects) await write(store, effect);
  const written = await writeSession(store, session);
  if (!(await store.markEventHandled(event.id, event.at, JSON.stringify(reply))))
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
    case "record_delivery":
      await store.putDelivery(effect.delivery);
      return;
    case "abandon_checkpoint":
      await store.updateCheckpoint(effect.id, { abandonedAt: effect.abandonedAt });
      return;
    case "notify":
    case "request_snapshot":
      return;
  }
}
