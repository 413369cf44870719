export interface SweepResult {
  nodes: number;
  bytes: number;
  /** False while garbage may be left: call again. */
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

/** `off`: the database is not a file of ours, or no copies are wanted. `too large` and `no room` give its size. */
export type BackupResult =
  | { type: "off" | "not due" }
  | { type: "made"; path: string }
  | { type: "too large" | "no room"; bytes: number };

/** What keeps the store small and healthy. Each call is one bounded slice, so that nobody waits long behind it. */
export interface MaintenanceStorage {
  /** Deletes nodes that no checkpoint reaches; safe beside concurrent saves. */
  sweepNodes(options: { maxNodes: number }): Promise<SweepResult>;
  /** Deletes sessions without a checkpoint that were last seen before a time, at most `limit`; returns how many. */
  forgetSessions(before: number, limit: number): Promise<number>;
  /** Empties the replies of events from before a time, at most `limit`; the events stay known as handled. Returns how many. */
  dropReplies(before: number, limit: number): Promise<number>;
  /** Deletes handled events and deliveries from before a time, at most `limit` of each; returns how many. */
  forgetEvents(before: number, limit: number): Promise<number>;
  /** Gives free pages back to the file system; returns the bytes given back. After the last call nothing deleted is left in the files. */
  releaseSpace(): Promise<number>;
  /**
   * Copies the database where the newest copy is a day old, and deletes those beyond the newest `keep`. It takes as long as
   * reading everything does and blocks its process, but nobody who writes.
   */
  keepBackups(keep: number, now: number): Promise<BackupResult>;
  stats(): Promise<StoreStats>;
  /** Empty when the store is sound; otherwise one line per problem. Slow: reads everything when `full`. */
  checkIntegrity(full: boolean): Promise<string[]>;
}
