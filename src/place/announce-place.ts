import type { EventOf } from "../kernel/agent/agent-event.ts";
import type { EventHandler } from "../kernel/event-handler.ts";
import { formatAge } from "../recovery/record/last-worked-at.ts";
import { listPendingRestores } from "./files/pending-restores.ts";
import { findPlacesFolder } from "./files/places-folder.ts";
import { sessionKey } from "./files/session-key.ts";
import { sweepPending } from "./files/trash.ts";

/** Notifies the person of a pending place, its own first (P45), and moves what was pending for too long to the trash. */
export const announcePlace: EventHandler<EventOf<"session_start">> = {
  name: "announcePlace",
  kinds: ["session_start"],
  handle(ctx, scope) {
    const { event, session, effects } = scope;
    const folder = findPlacesFolder(ctx, { ...session, cwd: event.cwd });
    const own = sessionKey(session.nativeId);
    try {
      sweepPending(folder, { at: event.at, session: own });
      const waiting = listPendingRestores(folder);
      const pending = waiting.find((each) => each.session === own) ?? waiting[0];
      // The session already has its record, and the person was notified.
      const isNotified = effects.some(({ type }) => type === "record_delivery");
      if (!pending || isNotified) return { scope };
      const saved =
        pending.session === own
          ? "Your place was saved"
          : `An earlier session (${pending.session.slice(0, 8)}) saved its place`;
      const age = formatAge(event.at - pending.savedAt);
      const notice = `Holdfast: ${saved} ${age} ago. To restore it: /checkpoint --restore, or holdfast resume.`;
      return { scope, reply: { notice } };
    } catch (error) {
      ctx.log.error("pending places not read", error);
      return { scope };
    }
  },
};
