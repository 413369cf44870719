import type { EventOf } from "../kernel/agent/agent-event.ts";
import type { EventHandler } from "../kernel/event-handler.ts";
import { formatAge } from "../recovery/record/last-worked-at.ts";
import { formatCommandFor } from "../recovery/record/recovery-notice.ts";
import { listPendingRestores } from "./files/pending-restores.ts";
import { sessionKey } from "./files/session-key.ts";
import { sweepPending } from "./files/trash.ts";
import { findPlacesDirectory } from "./find-places-directory.ts";
import { restoreHint } from "./skill-hints.ts";

/** Notifies the person of a pending place, preferably the session's own (P45), and moves expired ones to the trash. */
export const announcePlace: EventHandler<EventOf<"session_start">> = {
  name: "announcePlace",
  kinds: ["session_start"],
  handle(ctx, scope) {
    const { event, session, effects } = scope;
    const directory = findPlacesDirectory(ctx, { ...session, cwd: event.cwd });
    const own = sessionKey(session.nativeId);
    try {
      sweepPending(directory, { at: event.at, session: own });
      const waiting = listPendingRestores(directory);
      const pending = waiting.find((each) => each.session === own) ?? waiting[0];
      // A recovery was delivered, and the person was notified of it.
      const isNotified = effects.some(({ type }) => type === "record_delivery");
      if (!pending || isNotified) return { scope };
      const saved =
        pending.session === own
          ? "Your place was saved"
          : `An earlier session (${pending.session.slice(0, 8)}) saved its place`;
      const age = formatAge(event.at - pending.savedAt);
      const command = formatCommandFor(ctx, event)("holdfast resume --yes");
      const notice = `Holdfast: ${saved} ${age} ago. To restore it, ${restoreHint(ctx, event)}, or run: ${command}`;
      // After `/clear`, the record and the place are the same work, and two ways back would only confuse.
      const replacesNotices = event.source === "clear";
      return { scope, reply: { notice, ...(replacesNotices ? { replacesNotices } : {}) } };
    } catch (error) {
      ctx.log.error("pending places not read", error);
      return { scope };
    }
  },
};
