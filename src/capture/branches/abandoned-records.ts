import type { AbandonedPeriod } from "../../kernel/agent/transcript.ts";
import type { Capture } from "../../kernel/capture.ts";
import type { Session, SessionSummary } from "../../kernel/record.ts";
import type { CheckpointStorage, StoredCheckpoint } from "../../kernel/storage/checkpoint-storage.ts";
import { fromStoredPeriods } from "./abandoned-periods.ts";

/** Maximum number of checkpoints of a session that are checked, newest first. */
const RECORDS = 500;
/** A checkpoint at the first prompt of a branch is made before the prompt is in the transcript. */
const HOOK_MS = 5_000;

export interface Change {
  id: string;
  /** Null if the checkpoint is live again. */
  abandonedAt: number | null;
}

/**
 * Determines which checkpoints of a session become abandoned or live again, given the branches that are left now and
 * those that were left before. A checkpoint is abandoned if it was made on a left branch, or between a mark and the
 * rewind to that mark, unless the rewind itself is on a left branch.
 */
export async function changesOf(
  store: CheckpointStorage,
  { id: sessionId }: Pick<SessionSummary, "id">,
  { left, before, at }: { left: readonly AbandonedPeriod[]; before: Capture["left"]; at: number },
): Promise<Change[]> {
  if (left.length === 0 && before.length === 0) return [];
  // Includes checkpoints older than the branches: a rewind on a left branch no longer abandons anything.
  const records = await store.listCheckpoints({ sessionId, includeAbandoned: true, limit: RECORDS });
  const rewinds = records.filter(({ trigger }) => trigger === "rewind");
  const marks = new Map<string, StoredCheckpoint>();
  for (const { parentId } of rewinds) {
    const mark = parentId === null ? undefined : await store.getCheckpoint(parentId);
    if (mark) marks.set(mark.id, mark);
  }
  const isAbandoned = (record: StoredCheckpoint) =>
    isLeft(record, left) ||
    rewinds.some((rewind) => {
      const mark = marks.get(rewind.parentId ?? "");
      return mark !== undefined && !isLeft(rewind, left) && isBetween(record, mark, rewind);
    });
  return records.flatMap((record) => {
    const now = isAbandoned(record);
    if (now === (record.abandonedAt !== null)) return [];
    return [{ id: record.id, abandonedAt: now ? at : null }];
  });
}

/**
 * The ids of abandoned checkpoints that are not marked yet because the agent was killed before an event reported the
 * change.
 */
export async function abandonedIds(
  store: CheckpointStorage,
  { id, capture }: Pick<Session, "id" | "capture">,
): Promise<Set<string>> {
  const changes = await changesOf(store, { id }, { left: fromStoredPeriods(capture), before: [], at: 1 });
  return new Set(changes.flatMap((change) => (change.abandonedAt === null ? [] : [change.id])));
}

function isLeft({ createdAt, trigger }: StoredCheckpoint, left: readonly AbandonedPeriod[]): boolean {
  return left.some(({ from, last, until }) => {
    if (createdAt < from || createdAt >= until) return false;
    return createdAt <= last || trigger !== "periodic" || until - createdAt > HOOK_MS;
  });
}

/** Whether a checkpoint was made between a mark and a rewind. A subagent's rewind affects only its own marks. */
export function isBetween(record: StoredCheckpoint, mark: StoredCheckpoint, rewind?: StoredCheckpoint) {
  const isLater = isAfter(record, mark) && (rewind === undefined || isAfter(rewind, record));
  return isLater && (mark.stepName === null || (record.kind === "mark" && record.stepName === mark.stepName));
}

function isAfter(one: StoredCheckpoint, other: StoredCheckpoint): boolean {
  return one.createdAt > other.createdAt || (one.createdAt === other.createdAt && one.seq > other.seq);
}
