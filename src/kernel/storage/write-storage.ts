/** What a task wrote before its checkpoint was replaced by the next one (LangGraph's pending writes). */
export interface PendingWrite {
  checkpointId: string;
  taskId: string;
  taskPath: string;
  /** Place among the task's writes; negative for special ones. */
  position: number;
  channel: string;
  /** How `value` is encoded. */
  type: string;
  value: Uint8Array;
}

export interface WriteStorage {
  /** Adds writes. One that is there stays as it is, unless its position is negative: then the last counts. */
  putWrites(writes: readonly PendingWrite[]): Promise<void>;
  /** All writes of these checkpoints, by path, task and position. They are deleted with their checkpoint. */
  listWrites(checkpointIds: readonly string[]): Promise<PendingWrite[]>;
}
