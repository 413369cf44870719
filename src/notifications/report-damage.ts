import { listSetAside, setAsideNotice } from "../files/set-aside.ts";
import type { EventOf } from "../kernel/agent/agent-event.ts";
import type { EventHandler } from "../kernel/event-handler.ts";

/** Tells the person in each new session that a damaged database was set aside, as long as its files exist. */
export const reportDamage: EventHandler<EventOf<"session_start">> = {
  name: "reportDamage",
  kinds: ["session_start"],
  // Repeated in every session.
  ifLost: "drop",
  handle(ctx, scope) {
    const notices = listSetAside(ctx.paths.database).map((aside) => `Holdfast: ${setAsideNotice(aside)}`);
    return notices.length === 0 ? { scope } : { scope, reply: { notice: notices.join("\n") } };
  },
};
