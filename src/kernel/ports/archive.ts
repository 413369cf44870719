/** A bundle in the archive. */
export interface ArchivedBundle {
  name: string;
  bytes: number;
}

/** Stores expired checkpoints before they are deleted. Failures are `archive_unavailable`. */
export interface Archive {
  /** The directory or bucket, for display. */
  where: string;
  /** Stores a bundle atomically and durably, replacing one of the same name. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  get(name: string): Promise<Uint8Array | undefined>;
  /** All bundles, sorted by name. */
  list(): Promise<ArchivedBundle[]>;
}
