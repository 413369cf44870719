import type { RunnableConfig } from "@langchain/core/runnables";
import { HoldfastError } from "../kernel/errors.ts";
import { deriveId } from "../kernel/ids.ts";

/** Identifies the thread and namespace of a LangGraph checkpoint. Each project has threads of its own. */
export interface ThreadKey {
  projectId: string;
  thread: string;
  namespace: string;
}

/** Reads the ids of a config. Old LangGraph programs call the id of a checkpoint `thread_ts`. */
export function readConfig({ configurable = {} }: RunnableConfig) {
  const { thread_id: thread, checkpoint_ns: namespace, checkpoint_id: id, thread_ts: old } = configurable;
  return { thread: textOf(thread), namespace: textOf(namespace), id: textOf(id) ?? textOf(old) };
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value : undefined;
}

/** The thread of a config in a project. Throws `invalid_input` if it has none. */
export function threadKeyOf(
  config: RunnableConfig,
  projectId: string,
): ThreadKey & { id: string | undefined } {
  const { thread, namespace = "", id } = readConfig(config);
  if (thread !== undefined && thread !== "") return { projectId, thread, namespace, id: id || undefined };
  throw new HoldfastError("invalid_input", "The config has no thread_id.", {
    next: 'Pass `{ configurable: { thread_id: "…" } }` to the graph.',
  });
}

export function configOf({ thread, namespace }: Omit<ThreadKey, "projectId">, id: string): RunnableConfig {
  return { configurable: { thread_id: thread, checkpoint_ns: namespace, checkpoint_id: id } };
}

/** The id of the stored checkpoint. It is derived, so it needs no search, and putting a checkpoint twice stores one. */
export function recordIdOf({ projectId, thread, namespace }: ThreadKey, id: string): string {
  return deriveId("chk", "langgraph", projectId, thread, namespace, id);
}

/** The id that earlier builds derived, with which they stored only one thread of a name in a database. */
export function oldRecordIdOf({ thread, namespace }: ThreadKey, id: string): string {
  return deriveId("chk", "langgraph", thread, namespace, id);
}

/** The time between the epoch of version 6 UUIDs and the Unix epoch, in milliseconds. */
const EPOCH_MS = 12_219_292_800_000n;
const UUID6 = /^([0-9a-f]{8})-([0-9a-f]{4})-6([0-9a-f]{3})-/i;

/** When a checkpoint was made according to its id, in milliseconds; undefined for other kinds of ids. */
export function timeOfId(id: string): number | undefined {
  const found = UUID6.exec(id);
  if (!found) return undefined;
  return Number(BigInt(`0x${found[1]}${found[2]}${found[3]}`) / 10_000n - EPOCH_MS);
}
