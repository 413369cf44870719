import type { Checkpoint, CheckpointMetadata } from "@langchain/langgraph-checkpoint";
import type { JsonObject, JsonValue } from "../kernel/json.ts";

/** The state of a stored checkpoint: LangGraph's checkpoint without its values, the values, and the metadata. */
export interface ThreadState {
  checkpoint: Omit<Checkpoint, "channel_values">;
  values: JsonObject;
  metadata: JsonObject;
  parent: string | null;
}

export function toState({ checkpoint, values, metadata, parent }: ThreadState): JsonValue {
  const { v, id, ts, channel_versions, versions_seen } = checkpoint;
  return {
    langgraph: { v, id, ts, channel_versions, versions_seen } as unknown as JsonObject,
    values,
    metadata,
    parent,
  };
}

/** Undefined if the saver did not write the state. */
export function fromState(state: JsonValue): ThreadState | undefined {
  const { langgraph, values, metadata, parent } = state as JsonObject;
  if (langgraph === undefined) return undefined;
  return {
    checkpoint: langgraph as unknown as ThreadState["checkpoint"],
    values: values as JsonObject,
    metadata: metadata as JsonObject,
    parent: typeof parent === "string" ? parent : null,
  };
}

/** Whether the metadata has these values. */
export function matches(metadata: CheckpointMetadata, filter: Readonly<Record<string, unknown>>): boolean {
  return Object.entries(filter).every(
    ([key, wanted]) => JSON.stringify(Reflect.get(metadata, key)) === JSON.stringify(wanted),
  );
}
