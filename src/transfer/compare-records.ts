import { allCheckpoints } from "../checkpoints/all-checkpoints.ts";
import type { Capture } from "../kernel/capture.ts";
import type { Checkpoint, Session } from "../kernel/record.ts";
import type { CheckpointStorage } from "../kernel/storage/checkpoint-storage.ts";

/** What one record of a session has, compared with another one. `diverged`: each has work that the other one does not. */
export type Relation = "same" | "ahead" | "behind" | "diverged";

/** What shows which work a record of a session contains. */
export interface WorkMarks {
  checkpoints: ReadonlySet<string>;
  /** The newest checkpoint, and those before it with the same state: opening a session and leaving it is no work. */
  newest: readonly string[];
  newestAt: number;
  /** The times of the prompts that are kept, oldest first. */
  prompts: readonly number[];
}

/** What the first record has, compared with the second. Clocks of different machines are not compared. */
export function compareRecords(one: WorkMarks, other: WorkMarks): Relation {
  const isAhead = hasMore(one, other);
  const isBehind = hasMore(other, one);
  if (isAhead) return isBehind ? "diverged" : "ahead";
  return isBehind ? "behind" : "same";
}

/** A prompt that a checkpoint covers counts with that: the person may have left it since by going back. */
function hasMore(one: WorkMarks, other: WorkMarks): boolean {
  if (one.newest.length > 0 && !one.newest.some((id) => other.checkpoints.has(id))) return true;
  const last = one.prompts.at(-1);
  return last !== undefined && last > one.newestAt && !other.prompts.includes(last);
}

type CheckpointMark = Pick<Checkpoint, "id" | "stateRoot" | "createdAt">;

/** `checkpoints`: oldest first. */
export function marksOf(
  checkpoints: readonly CheckpointMark[],
  { prompts }: Pick<Capture, "prompts">,
): WorkMarks {
  const last = checkpoints.at(-1);
  const before = checkpoints.findLastIndex(({ stateRoot }) => stateRoot !== last?.stateRoot);
  return {
    checkpoints: new Set(checkpoints.map(({ id }) => id)),
    newest: checkpoints.slice(before + 1).map(({ id }) => id),
    newestAt: last?.createdAt ?? 0,
    prompts: prompts.map(({ at }) => at),
  };
}

/** The marks of a session that is stored here. What is in the trash was still done. */
export async function storedMarks(
  store: CheckpointStorage,
  { id, capture }: Pick<Session, "id" | "capture">,
): Promise<WorkMarks> {
  const checkpoints: CheckpointMark[] = [];
  const filter = { sessionId: id, includeAbandoned: true, includeTrashed: true };
  for await (const each of allCheckpoints(store, filter)) checkpoints.unshift(each);
  return marksOf(checkpoints, capture);
}
