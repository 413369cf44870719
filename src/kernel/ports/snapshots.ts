import type { DirectoryMove } from "../directory-move.ts";
import type { RawPath, Snapshot, UncoveredPath } from "../snapshot.ts";
import type { GitLocation } from "./workspace.ts";

/** The directory whose files are captured, and the project whose store keeps them. */
export type SnapshotPlace = Pick<GitLocation, "projectRoot" | "worktree">;

/** The files and the index as captured trees. */
export interface CapturedFiles {
  tree: string;
  index: string | null;
  /** What lists the permissions of files and directories for which they are unusual; null if nobody knows. */
  permissions: string | null;
  /** Directories without files. git does not keep them. */
  directories: RawPath[];
  excludes: string;
  uncovered: UncoveredPath[];
  uncoveredCount: number;
}

/** A file in a tree. Its mode is that of git: `100644`, `100755`, or `120000` for a symbolic link. */
export interface TreeFile {
  mode: string;
  blob: string;
  /** Permissions besides the mode if they are unusual, such as 0600; null if they are usual, undefined if unknown. */
  permissions?: number | null | undefined;
}

/** One path that differs between two trees. `null` where a tree does not have it. */
export interface FileChange {
  path: RawPath;
  before: TreeFile | null;
  after: TreeFile | null;
  /** The file is not gone, although the later tree does not have it: it could no longer be captured. */
  uncovered?: boolean;
  /** This is only about its permissions, which trees do not have: the unusual ones, undefined for usual ones. */
  permissions?: { before: number | undefined; after: number | undefined };
}

/** What differs between two trees. */
export interface TreeDifference {
  changes: FileChange[];
  /** Numbers of changed lines. Binary files have none. */
  lines: Map<RawPath, LineCount>;
}

export interface LineCount {
  added: number;
  removed: number;
}

/** The commits since an earlier HEAD. */
export interface CommitsSince {
  /** The newest of them, newest first. */
  commits: { id: string; at: number; subject: string }[];
  count: number;
  /** How many of them no remote-tracking branch has. */
  unpushed: number;
}

/** Files of one project in all its worktrees: a private bare repository in the state directory. */
export interface SnapshotStore {
  /** Where the journals of restores in this worktree are. */
  readonly directory: string;
  readonly worktree: string;
  /**
   * Captures the files of the worktree that are not ignored. Throws if anything fails: there is never a partial
   * snapshot.
   */
  capture(): Promise<CapturedFiles>;
  /** Stores a snapshot. From then on, its trees are kept. Those before a restore, and named ones, survive a power failure. */
  save(snapshot: Snapshot): Promise<void>;
  /** The snapshots of this worktree, oldest first. Those of other machines are not among them. */
  list(): Promise<Snapshot[]>;
  /** Those of the project's other worktrees, oldest first. */
  listElsewhere(): Promise<Snapshot[]>;
  /** The snapshots that came from other machines into this worktree, in the order in which they were taken there. */
  listImported(): Promise<Snapshot[]>;
  remove(ids: readonly string[]): Promise<void>;
  /** Keeps content for this worktree, also if its snapshot is removed, until this is called again. */
  protect(content: ProtectedContent): Promise<void>;
  /** What changed from each tree to the next. */
  compare(trees: readonly string[]): Promise<FileChange[][]>;
  /** What differs in each pair of trees, all in one call. */
  comparePairs(pairs: readonly { from: string; to: string }[]): Promise<TreeDifference[]>;
  /** Numbers of changed lines. Binary files have none. */
  countLines(from: string, to: string): Promise<Map<RawPath, LineCount>>;
  /** The differences as a patch, cut off after `limit` characters. */
  patch(from: string, to: string, limit: number): Promise<string>;
  /** The permissions of files for which they are unusual, as a snapshot has them. The path of a directory ends in a slash. */
  readPermissions(list: string): Promise<Map<RawPath, number>>;
  /** Which of the paths the ignore rules of the worktree exclude. Files of the user's index are never ignored, as in git. */
  findIgnored(paths: readonly RawPath[]): Promise<Set<RawPath>>;
  /** Which of the paths the rules excluded when a snapshot was taken, whatever the user's index has. */
  findIgnoredAt(
    origin: Pick<Snapshot, "tree" | "excludes">,
    paths: readonly RawPath[],
  ): Promise<Set<RawPath>>;
  /** The commits of the user's repository since an earlier HEAD. Undefined if they are not known. */
  commitsSince(head: string): Promise<CommitsSince | undefined>;
  /**
   * Gives the user's index the entries of another tree. False if it has neither tree. This is the only thing that is ever
   * written into the user's repository.
   */
  changeIndex(change: { before: string; after: string }): Promise<boolean>;
  /** A tree with other files at some paths: null for none. A file may take the place of a directory, and the other way round. */
  changeTree(tree: string, files: readonly { path: RawPath; after: TreeFile | null }[]): Promise<string>;
  /** Which of the blobs a tree contains, under whatever name. Reads all of its directories. */
  findContained(tree: string, blobs: readonly string[]): Promise<Set<string>>;
  /** Which of the blobs are not stored, or damaged. Reads all of them. */
  findUnreadable(blobs: readonly string[]): Promise<string[]>;
  /** Has the next capture store everything again that is there and was damaged in the store. */
  repair(): Promise<void>;
  /** Writes the content of a blob to an open file. */
  writeBlob(blob: string, descriptor: number): Promise<void>;
  /**
   * The mode and blob of what is at a path now; null if there is nothing or a directory, or if the path leads through a
   * link; undefined if it is something else, or inside a repository of its own.
   */
  identify(path: RawPath): Promise<TreeFile | null | undefined>;
}

/** Ids of what `undo` needs. */
export interface ProtectedContent {
  blobs: readonly string[];
  trees: readonly string[];
}

/** A snapshot that could not be taken. */
export interface SnapshotFailure extends Pick<Snapshot, "worktree" | "session" | "turn" | "checkpoint"> {
  at: number;
  reason: string;
}

/** What a snapshot contains, and the commit of the project that another clone has too. */
export type PackedFiles = Pick<Snapshot, "tree" | "permissions" | "gitHead">;

/** A snapshot from another machine, before it has a place here. */
export type ArrivingSnapshot = Omit<Snapshot, "worktree" | "previous" | "turns" | "index" | "origin"> & {
  session: string;
  /** The snapshots that it goes on from; see `Snapshot.origin`. */
  after?: string[] | undefined;
};

/** The content of snapshots from another machine. It is apart from the store of the project until it is kept. */
export interface ArrivingFiles {
  add(bytes: Uint8Array): Promise<void>;
  /**
   * Verifies all content. Returns the snapshots that can be kept in this place, and those whose commit is missing there.
   * Throws if something is damaged, or would lead out of a worktree.
   */
  verify(
    place: SnapshotPlace,
    snapshots: readonly ArrivingSnapshot[],
  ): Promise<{ complete: ArrivingSnapshot[]; missing: ArrivingSnapshot[] }>;
  /** Keeps verified snapshots in the store of the project. Returns how many were not there yet. */
  keep(
    place: SnapshotPlace,
    snapshots: readonly ArrivingSnapshot[],
    from: { machine: string; now: number },
  ): Promise<number>;
  discard(): Promise<void>;
}

/** Which snapshots a person relies on, and which ones have expired. */
export interface SnapshotRetention {
  now: number;
  /** Of these, the ids of those that are kept until they are deleted by name. */
  findNamed(snapshots: readonly Snapshot[]): Promise<ReadonlySet<string>>;
  /** The ids of those to delete. `newestAt` is when the newest of the project was taken, here or elsewhere. */
  findExpired(
    snapshots: readonly Snapshot[],
    known: { named: ReadonlySet<string>; newestAt: number },
  ): readonly string[];
}

/** What a prune did. A project that another process uses, for example, does not keep those of others. */
export interface PrunedSnapshots {
  snapshots: number;
  /** Space that was given back. */
  bytes: number;
  /** One for each project whose snapshots could not be deleted. */
  failures: unknown[];
}

/** The captured files of all projects. */
export interface Snapshots {
  /** Deletes what has expired of each project's snapshots, which are passed oldest first, and gives their space back. */
  prune(retention: SnapshotRetention): Promise<PrunedSnapshots>;
  recordFailure(failure: SnapshotFailure): void;
  /** The newest failures, oldest first. */
  failures(): SnapshotFailure[];
  /** Runs work while no other process uses the store of this project. */
  use<T>(place: SnapshotPlace, work: (store: SnapshotStore) => Promise<T>): Promise<T>;
  /** Goes on with the store of a project whose directory was renamed. Does nothing if there is one for its new name. */
  moveProject(move: DirectoryMove): Promise<void>;
  /** The same for reading only, without waiting. Undefined if nothing was ever captured there. */
  read<T>(place: SnapshotPlace, work: (store: SnapshotStore) => Promise<T>): Promise<T | undefined>;
  /**
   * The content of these snapshots of a project as a pack of git, without what their commits contain. Reading to the end,
   * or ending early, cleans up.
   */
  pack(place: SnapshotPlace, files: readonly PackedFiles[]): AsyncGenerator<Uint8Array>;
  /** Begins to receive such a pack. Nothing is written before its first bytes arrive. */
  receive(): Promise<ArrivingFiles>;
}
