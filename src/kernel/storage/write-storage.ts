/** A write of a task that no checkpoint contains yet (LangGraph's pending writes). */
export interface PendingWrite {
  checkpointId: string;
  taskId: string;
  taskPath: string;
  /** Position among the task's writes; negative for special ones. */
  position: number;
  channel: string;
  /** The encoding of `value`. */
  type: string;
  value: Uint8Array;
}

export interface WriteStorage {
  /** Adds writes. An existing write is kept, unless its position is negative: then it is replaced. */
  putWrites(writes: readonly PendingWrite[]): Promise<void>;
  /** Adds writes, or replaces those at the same positions. */
  replaceWrites(writes: readonly PendingWrite[]): Promise<void>;
  /** All writes of these checkpoints, by path, task and position. They are deleted with their checkpoint. */
  listWrites(checkpointIds: readonly string[]): Promise<PendingWrite[]>;
}
