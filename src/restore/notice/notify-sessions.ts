import { catchUp } from "../../capture/read-transcript-tail.ts";
import { shownPath } from "../../files/raw-path.ts";
import type { Context } from "../../kernel/context.ts";
import type { SnapshotStore } from "../../kernel/ports/snapshots.ts";
import type { RestoreTarget } from "../../snapshots/find-target.ts";
import type { Journal } from "../../snapshots/restore/journal.ts";
import { fence } from "../../text/fence.ts";
import { findRemaining, promptOf } from "./find-remaining.ts";
import { RESTORE_NOTICE } from "./pending-notice.ts";
import { type Remaining, restoreNotice } from "./restore-notice.ts";

/**
 * Has every session that worked on restored files told with its next prompt, or whoever continues it at the start: a
 * model believes that its edits are there. Never throws, since the restore has already begun.
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

/** Whoever was not told of the restore yet need not be told of either. */
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
  const stored = await ctx.store.getSession(id);
  if (!stored) return;
  const session = await catchUp(ctx, new Map(), stored);
  const own = target !== null && target.session === id ? target.turn : null;
  const nothing: Remaining = { commands: [], commits: undefined };
  const text = restoreNotice({
    kind: journal.kind,
    target: journal.target,
    prompt: promptOf(session, own)?.text,
    at: journal.at,
    paths: journal.steps.map(({ path }) => shownPath(path)),
    remaining: target === null ? nothing : await findRemaining(ctx, store, { session, target }),
  });
  const context = fence("recovery", ctx.redactor.text(text), ctx.newNonce());
  const reply = JSON.stringify({ context });
  await ctx.store.addPendingReplies([
    { eventId: journal.id, sessionId: id, handler: RESTORE_NOTICE, reply, at: journal.at },
  ]);
}
