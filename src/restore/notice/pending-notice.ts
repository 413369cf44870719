import type { SessionSummary } from "../../kernel/record.ts";
import type { PendingReply, ReplyStorage } from "../../kernel/storage/reply-storage.ts";

/** The name under which the notice of a restore is pending. */
export const RESTORE_NOTICE = "restoreNotice";

const MOST = 50;

/**
 * The notices that a session takes over from the one that it continues, whose record says that the restored work was
 * done. A fork is another conversation, and the original one receives its notice itself.
 */
export async function findInheritedNotices(
  store: ReplyStorage,
  { parentId, parentReason }: Pick<SessionSummary, "parentId" | "parentReason">,
): Promise<PendingReply[]> {
  if (parentId === null || parentReason === "fork") return [];
  const pending = await store.listPendingReplies({ sessionId: parentId, limit: MOST });
  return pending.filter(({ handler }) => handler === RESTORE_NOTICE);
}
