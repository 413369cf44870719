import type { AgentName } from "./agent-event.ts";
import type { Checkpoint, Delivery, Memory, Project, Session } from "./record.ts";

/** Node key (64 hex characters of SHA-256) → the node's bytes. */
export type NodeMap = ReadonlyMap<string, Uint8Array>;

/** Where a checkpoint stands in the order of all: by time, then by insertion. */
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
  parentId?: string;
  kind?: string;
  name?: string;
  since?: number;
  until?: number;
  /** Trashed ones are left out unless asked for; abandoned ones likewise. */
  includeTrashed?: boolean;
  includeAbandoned?: boolean;
  /** Continue after this place (newest first): the last checkpoint of the page before, which may be gone by now. */
  after?: Position;
  limit: number;
}

export interface SessionFilter {
  projectId?: string;
  worktree?: string;
  agent?: AgentName;
  seenSince?: number;
  /** Continue after this one (last seen first). */
  after?: Pick<Session, "lastSeenAt" | "id">;
  /** Only those whose client Holdfast started. */
  launched?: boolean;
  limit: number;
}

/** `full`: on disk (fsync) before the promise resolves. `grouped`: survives kill -9, shares its fsync with others. */
export type Durability = "full" | "grouped";

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

/**
 * What the product needs from a back end. Every implementation passes `holdfast/testing`.
 * Failures are `HoldfastError`s with a `store_*` code; nothing is half written.
 */
export interface Store {
  /**
   * Fills in the nodes and the record in one transaction. A second save of the same id is a no-op (retry-safe). Returns
   * the sweep epoch, which changes whenever a sweep deletes something. Who leaves out nodes that an earlier save brought
   * gives the epoch of that save as `since`: when it is over, nothing is saved, and the caller sees it by the answer.
   */
  saveCheckpoint(
    checkpoint: Checkpoint,
    nodes: NodeMap,
    durability: Durability,
    since?: number,
  ): Promise<number>;
  getCheckpoint(id: string): Promise<StoredCheckpoint | undefined>;
  /** Up to `limit` ids that begin with the prefix. */
  findCheckpointIds(prefix: string, limit: number): Promise<string[]>;
  listCheckpoints(filter: CheckpointFilter): Promise<StoredCheckpoint[]>;
  /** The three mutable fields. False when there is no such checkpoint. */
  updateCheckpoint(
    id: string,
    change: Partial<Pick<Checkpoint, "retention" | "abandoned" | "trashedAt">>,
  ): Promise<boolean>;
  /** Deletes records for good, in one slice; children keep their parent id as a dangling reference. */
  deleteCheckpoints(ids: readonly string[]): Promise<number>;

  /** The subset of `keys` that exist. Missing keys are simply absent. */
  getNodes(keys: readonly string[]): Promise<Map<string, Uint8Array>>;
  /** Deletes nodes that no checkpoint reaches, a slice at a time; safe beside concurrent saves. */
  sweepNodes(options: { maxNodes: number }): Promise<SweepResult>;

  ensureProject(project: Project): Promise<Project>;
  getProject(id: string): Promise<Project | undefined>;
  findProjectByRoot(root: string): Promise<Project | undefined>;

  getSession(id: string): Promise<Session | undefined>;
  findSession(agent: AgentName, nativeId: string): Promise<Session | undefined>;
  listSessions(filter: SessionFilter): Promise<Session[]>;
  /** Inserts or replaces by id, and records `nativeId` as an alias of the session. */
  putSession(session: Session): Promise<void>;

  /** Forgets sessions that were last seen before a time and have no checkpoint, at most `limit`; how many went. */
  forgetSessions(before: number, limit: number): Promise<number>;

  putDelivery(delivery: Delivery): Promise<void>;
  listDeliveries(sessionId: string): Promise<Delivery[]>;

  /** `words` is what it is found by: lower case, letters and digits, parted by spaces (`memory/words-of.ts`). */
  putMemory(memory: Memory, words: string): Promise<void>;
  /** Those of a project that hold a word beginning with one of these, best first; without words the most used. */
  findMemories(projectId: string, words: readonly string[], limit: number): Promise<Memory[]>;
  /** Those of all projects, by id, beginning after this one. */
  listMemories(page: { after: string; limit: number }): Promise<Memory[]>;
  countMemories(projectId: string): Promise<number>;
  countUses(ids: readonly string[]): Promise<void>;
  /** False when the project has no such memory. */
  deleteMemory(projectId: string, id: string): Promise<boolean>;

  /** The stored reply of an event that was already handled; undefined for a new one. */
  handledEvent(eventId: string): Promise<{ reply: string } | undefined>;
  /** Marks the event handled. False when another process was first: then the caller's work is a duplicate. */
  markEventHandled(eventId: string, at: number, reply: string): Promise<boolean>;

  /** Empties the replies of events from before a time, at most `limit`; that they were handled stays known. How many it were. */
  dropReplies(before: number, limit: number): Promise<number>;
  /** Forgets handled events and deliveries from before a time, at most `limit` of each; how many went. */
  forgetEvents(before: number, limit: number): Promise<number>;

  /** Runs `work` as one transaction: all of its writes or none. `work` gets a store bound to it. */
  transaction<T>(work: (store: Store) => Promise<T>): Promise<T>;

  stats(): Promise<StoreStats>;
  /** Empty when the store is sound; else one line per problem. Slow: reads everything when `full`. */
  checkIntegrity(full: boolean): Promise<string[]>;
  /** Gives free pages back to the file system in a bounded slice; returns bytes given back. After the last nothing deleted is left in the files. */
  releaseSpace(): Promise<number>;
  close(): Promise<void>;
}
