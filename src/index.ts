export { encodeState } from "./checkpoints/state/encode-state.ts";
export { loadState } from "./checkpoints/state/load-state.ts";
export { childKeys } from "./checkpoints/state/read-node.ts";
export { type SaveOptions, StateSaver } from "./checkpoints/state/state-saver.ts";
export { ERRORS, type ErrorCode, HoldfastError } from "./kernel/errors.ts";
export type { JsonObject, JsonValue } from "./kernel/json.ts";
export type { Checkpoint, Delivery, Project, Session } from "./kernel/record.ts";
export type { CheckpointFilter, Durability, NodeMap, Store } from "./kernel/store.ts";
export { openStore, type StoreOptions } from "./store/open-store.ts";
