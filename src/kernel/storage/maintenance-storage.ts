export interface SweepResult {
  nodes: number;
  bytes: number;
  /** False if garbage may be left. In this case, call again. */
  done: boolean;
  /** Keys of reachable nodes that cannot be read, at most 100. */
  damaged: string[];
}

export interface StoreStats {
  checkpoints: number;
  sessions: number;
  nodes: number;
  bytes: number;
}

/** `off`: the database is not a local file, or backups are disabled. `bytes` is the size of the database. */
export type BackupResult =
  | { type: "off" | "not due" }
  | { type: "made"; path: string }
  | { type: "too large" | "no room"; bytes: number };

/** Keeps the store small and healthy. Each call does a bounded amount of work, so that no one waits long for it. */
export interface MaintenanceStorage {
  /** Deletes nodes that are unreachable from any checkpoint. Safe during concurrent saves. */
  sweepNodes(options: { maxNodes: number }): Promise<SweepResult>;
  /** Deletes up to `limit` sessions that have no checkpoint and were last seen before a time. Returns their ids. */
  forgetSessions(before: number, limit: number): Promise<string[]>;
  /**
   * Clears the replies of up to `limit` events from before a time. The events stay marked as handled. Returns how many.
   */
  dropReplies(before: number, limit: number): Promise<number>;
  /** Deletes up to `limit` handled events and as many deliveries from before a time. Returns how many. */
  forgetEvents(before: number, limit: number): Promise<number>;
  /**
   * Returns free pages to the file system, and their size in bytes. After the last call, the files contain no deleted
   * data.
   */
  releaseSpace(): Promise<number>;
  /**
   * Copies the database if the newest copy is at least a day old, and deletes all but the newest `keep` copies. Takes
   * as long as reading the whole database. Blocks this process, but no writers.
   */
  keepBackups(keep: number, now: number): Promise<BackupResult>;
  stats(): Promise<StoreStats>;
  /** Returns one line per problem; empty if there is none. Slow with `full`, which reads everything. */
  checkIntegrity(full: boolean): Promise<string[]>;
}
