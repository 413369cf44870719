import type { Context } from "../../kernel/context.ts";
import type { SnapshotStore } from "../../kernel/ports/snapshots.ts";
import type { Journal } from "../../snapshots/restore/journal.ts";
import type { RestoreTarget } from "../../snapshots/restore-target.ts";
import { composeNotice } from "./compose-notice.ts";
import { RESTORE_NOTICE } from "./pending-notice.ts";

/**
 * Notifies every session that worked on restored files with its next prompt, or the session that continues it at its
 * start: a model believes that its edits are there. Never throws, since the restore has already begun.
 */
export async function notifySessions(
  ctx: Context,
  store: SnapshotStore,
  { journal, target }: { journal: Journal; target: RestoreTarget | null },
): Promise<void> {
  if (journal.steps.length === 0) return;
  for (const id of journal.sessions) {
    try {
      if (journal.undoes !== null && (await withdraw(ctx, id, journal.undoes))) continue;
      await notify(ctx, store, { id, journal, target });
    } catch (error) {
      ctx.log.error("session not notified of a restore", error, { session: id });
    }
  }
}

/** A session that has not received the notice of the restore yet needs neither. Returns whether that is so. */
async function withdraw({ store }: Pick<Context, "store">, sessionId: string, restore: string) {
  const pending = await store.listPendingReplies({ sessionId, limit: 100 });
  const ids = pending.filter(({ eventId }) => eventId === restore).map(({ id }) => id);
  await store.deletePendingReplies(ids);
  return ids.length > 0;
}

async function notify(
  ctx: Context,
  store: SnapshotStore,
  { id, journal, target }: { id: string; journal: Journal; target: RestoreTarget | null },
): Promise<void> {
  const context = await composeNotice(ctx, store, { sessionId: id, restored: journal, target });
  if (context === undefined) return;
  const reply = JSON.stringify({ context });
  await ctx.store.addPendingReplies([
    { eventId: journal.id, sessionId: id, handler: RESTORE_NOTICE, reply, at: journal.at },
  ]);
}
