import type { Checkpoint } from "../record.ts";
import type { NodeMap } from "./node-storage.ts";

/** The position of a checkpoint in the overall order: by time, then by insertion. */
export interface Position {
  createdAt: number;
  seq: number;
}

export type StoredCheckpoint = Checkpoint & Position;

export interface CheckpointFilter {
  projectId?: string | readonly string[];
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
  includeTrashed?: boolean;
  includeAbandoned?: boolean;
  /**
   * Continues after this position (newest first): that of the last checkpoint on the previous page, even if deleted
   * since.
   */
  after?: Position;
  limit: number;
}

/** The checkpoints. Their states are nodes, which are written with them and read through `NodeStorage`. */
export interface CheckpointStorage {
  /**
   * Saves the nodes and the checkpoint in one transaction. Saving the same id again does nothing, so a save may be
   * retried. Returns the sweep epoch, which changes whenever a sweep deletes nodes. A caller that omits nodes of an
   * earlier save passes that save's epoch as `since`. If the epoch has changed, nothing is saved and the new epoch is
   * returned.
   */
  saveCheckpoint(checkpoint: Checkpoint, nodes: NodeMap, since?: number): Promise<number>;
  /**
   * Saves like `saveCheckpoint`, but replaces a checkpoint that has this id. The time and the position in the order stay
   * as they were, and so do its pending writes.
   */
  replaceCheckpoint(checkpoint: Checkpoint, nodes: NodeMap, since?: number): Promise<number>;
  getCheckpoint(id: string): Promise<StoredCheckpoint | undefined>;
  /** Reads checkpoints by id in one query, in any order. Those that do not exist are omitted. */
  getCheckpoints(ids: readonly string[]): Promise<StoredCheckpoint[]>;
  /** Up to `limit` ids that begin with the prefix. */
  findCheckpointIds(prefix: string, limit: number): Promise<string[]>;
  listCheckpoints(filter: CheckpointFilter): Promise<StoredCheckpoint[]>;
  /** Changes the mutable fields. Returns false if there is no such checkpoint. */
  updateCheckpoint(
    id: string,
    change: Partial<Pick<Checkpoint, "name" | "retention" | "trashedAt" | "abandonedAt">>,
  ): Promise<boolean>;
  /** Deletes checkpoints permanently and returns how many. Children keep the id of the deleted parent. */
  deleteCheckpoints(ids: readonly string[]): Promise<number>;
}
