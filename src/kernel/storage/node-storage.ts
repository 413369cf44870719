/** Node key (64 hex characters of SHA-256) → the node's bytes. */
export type NodeMap = ReadonlyMap<string, Uint8Array>;

/** The content-addressed nodes of states. They are written together with their checkpoint. */
export interface NodeStorage {
  /** The nodes with these keys. Keys that do not exist are absent from the result. */
  getNodes(keys: readonly string[]): Promise<Map<string, Uint8Array>>;
}
