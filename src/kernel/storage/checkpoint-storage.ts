import type { Checkpoint } from "../record.ts";
import type { NodeMap } from "./node-storage.ts";

/** Where a checkpoint is in the order of all of them: by time, then by insertion. */
export interface Position {
  createdAt: number;
  seq: number;
}

export type StoredCheckpoint = Checkpoint & Position;

export interface CheckpointFilter {
  projectId?: string;
  worktree?: string;
  sessionId?: string;
  workflowId?: string;
  workflowType?: string;
  stepName?: string;
  parentId?: string;
  kind?: string;
  name?: string;
  since?: number;
  until?: number;
  /** Trashed ones are left out by default. */
  includeTrashed?: boolean;
  /** Those that a rewind left behind are left out by default. */
  includeAbandoned?: boolean;
  /** Continue after this position (newest first): the last checkpoint of the previous page, which may be gone by now. */
  after?: Position;
  limit: number;
}

/** The records themselves. Their states are nodes, written with them and read through `NodeStorage`. */
export interface CheckpointStorage {
  /**
   * Saves the nodes and the record in one transaction. A second save of the same id does nothing, so a save may be
   * retried. Returns the sweep epoch, which changes whenever a sweep deletes nodes. A caller that leaves out nodes of an
   * earlier save passes the epoch of that save as `since`: if it has passed, nothing is saved, and the returned epoch says so.
   */
  saveCheckpoint(checkpoint: Checkpoint, nodes: NodeMap, since?: number): Promise<number>;
  getCheckpoint(id: string): Promise<StoredCheckpoint | undefined>;
  /** Up to `limit` ids that begin with the prefix. */
  findCheckpointIds(prefix: string, limit: number): Promise<string[]>;
  listCheckpoints(filter: CheckpointFilter): Promise<StoredCheckpoint[]>;
  /** Changes the mutable fields. False when there is no such checkpoint. */
  updateCheckpoint(
    id: string,
    change: Partial<Pick<Checkpoint, "retention" | "trashedAt" | "abandonedAt">>,
  ): Promise<boolean>;
  /** Deletes records for good and returns how many; children keep the id of a parent that no longer exists. */
  deleteCheckpoints(ids: readonly string[]): Promise<number>;
}
