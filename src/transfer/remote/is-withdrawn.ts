import type { SessionSummary } from "../../kernel/record.ts";
import type { CheckpointStorage } from "../../kernel/storage/checkpoint-storage.ts";

/**
 * Whether a session must not be in the remote: it was excluded, or it is among those that were deleted, and nothing of it was
 * restored or added since.
 */
export async function isWithdrawn(
  { store }: { store: CheckpointStorage },
  { id, dismissedAt }: Pick<SessionSummary, "id" | "dismissedAt">,
  deleted: ReadonlySet<string>,
): Promise<boolean> {
  if (dismissedAt !== null) return true;
  if (!deleted.has(id)) return false;
  const left = await store.listCheckpoints({ sessionId: id, includeAbandoned: true, limit: 1 });
  return left.length === 0;
}
