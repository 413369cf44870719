import type { LeftPeriod } from "../../kernel/agent/transcript.ts";
import type { Capture } from "../../kernel/capture.ts";
import type { Session, SessionSummary } from "../../kernel/record.ts";
import type { CheckpointStorage, StoredCheckpoint } from "../../kernel/storage/checkpoint-storage.ts";
import { storedLeft } from "./left-periods.ts";

/** Newest records of a session that are looked through. */
const RECORDS = 500;
/** A record of the prompt that begins a branch is made before the prompt is in the transcript. */
const HOOK_MS = 5_000;

export interface Change {
  id: string;
  /** Null for one that counts again. */
  abandonedAt: number | null;
}

/**
 * What changes about the records of a session by the branches that are left, where `before` were left until now. A record is abandoned if it was made on one of
 * them, or since a mark to which a rewind went back that was itself not left.
 */
export async function changesOf(
  store: CheckpointStorage,
  { id: sessionId }: Pick<SessionSummary, "id">,
  { left, before, at }: { left: readonly LeftPeriod[]; before: Capture["left"]; at: number },
): Promise<Change[]> {
  if (left.length === 0 && before.length === 0) return [];
  // Older ones than the branches, too: a rewind that was left abandons nothing any more.
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

/** Those of a session that are left but not flagged yet: the agent was killed before an event could report it. */
export async function leftIds(
  store: CheckpointStorage,
  { id, capture }: Pick<Session, "id" | "capture">,
): Promise<Set<string>> {
  const changes = await changesOf(store, { id }, { left: storedLeft(capture), before: [], at: 1 });
  return new Set(changes.flatMap((change) => (change.abandonedAt === null ? [] : [change.id])));
}

function isLeft({ createdAt, trigger }: StoredCheckpoint, left: readonly LeftPeriod[]): boolean {
  return left.some(({ from, last, until }) => {
    if (createdAt < from || createdAt >= until) return false;
    return createdAt <= last || trigger !== "periodic" || until - createdAt > HOOK_MS;
  });
}

/** A subagent's rewind leaves only its own marks behind. */
export function isBetween(record: StoredCheckpoint, mark: StoredCheckpoint, rewind?: StoredCheckpoint) {
  const isLater = isAfter(record, mark) && (rewind === undefined || isAfter(rewind, record));
  return isLater && (mark.stepName === null || (record.kind === "mark" && record.stepName === mark.stepName));
}

function isAfter(one: StoredCheckpoint, other: StoredCheckpoint): boolean {
  return one.createdAt > other.createdAt || (one.createdAt === other.createdAt && one.seq > other.seq);
}
