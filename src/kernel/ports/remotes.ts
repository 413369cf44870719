import type { DirectoryMove } from "../directory-move.ts";
/** Something that is stored in a remote repository, by its name below `refs/holdfast/`. */
export interface RemoteEntry {
  name: string;
  /** Changes whenever the content does. */
  version: string;
}

export interface OutgoingPart {
  name: string;
  /** At most 1 MB. */
  head: Uint8Array;
  /** The file with the content. */
  content: string;
}

export interface IncomingPart extends RemoteEntry {
  /** Undefined if something else than Holdfast wrote it. */
  head: Uint8Array | undefined;
  /** The file with the content. It is deleted when the next part is read. */
  content: string;
}

/**
 * One repository that a person named, as a place for encrypted parts. Nothing else in it is read or changed. Failures are
 * `remote_unavailable`, and leave each part as it was or as it was to become.
 */
export interface Remote {
  /** A private directory for files on their way. Closing deletes it. */
  readonly directory: string;
  list(): Promise<RemoteEntry[]>;
  /** Creates or replaces parts. Returns their versions, in the same order. */
  put(parts: readonly OutgoingPart[]): Promise<RemoteEntry[]>;
  /** Creates a part, unless another machine was faster. Returns whether it did. */
  create(part: OutgoingPart): Promise<boolean>;
  get(names: readonly string[]): AsyncGenerator<IncomingPart>;
  remove(names: readonly string[]): Promise<void>;
  close(): void;
}

export interface Remotes {
  /** Throws `invalid_input` for an address that is none of `git@…`, `ssh://…`, `https://…`, `file://…` and `/path`. */
  open(address: string): Promise<Remote>;
  /** Keeps what is known of the remote of a project whose directory was renamed. */
  moveProject(move: DirectoryMove): Promise<void>;
}
