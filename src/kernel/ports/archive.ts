/** A bundle in the archive. */
export interface ArchivedBundle {
  name: string;
  bytes: number;
}

/** Where expired checkpoints go before they are deleted. Failures are `archive_unavailable`. */
export interface Archive {
  /** The folder or bucket, for people. */
  where: string;
  /** Stores a bundle whole, or not at all; one of the same name is replaced. When it returns, the bundle is kept. */
  put(name: string, bytes: Uint8Array): Promise<void>;
  get(name: string): Promise<Uint8Array | undefined>;
  /** All bundles, by name. */
  list(): Promise<ArchivedBundle[]>;
}
