import type { RunnableConfig } from "@langchain/core/runnables";
import { HoldfastError } from "../kernel/errors.ts";
import { deriveId } from "../kernel/ids.ts";

/** Where a checkpoint of LangGraph belongs. */
export interface ThreadPlace {
  thread: string;
  namespace: string;
}

/** What a config names. LangGraph calls a checkpoint's id `thread_ts` in old programs. */
export function readConfig({ configurable = {} }: RunnableConfig) {
  const { thread_id: thread, checkpoint_ns: namespace, checkpoint_id: id, thread_ts: old } = configurable;
  return { thread: textOf(thread), namespace: textOf(namespace), id: textOf(id) ?? textOf(old) };
}

function textOf(value: unknown): string | undefined {
  if (typeof value === "number") return String(value);
  return typeof value === "string" ? value : undefined;
}

/** The thread that a config must name. */
export function placeOf(config: RunnableConfig): ThreadPlace & { id: string | undefined } {
  const { thread, namespace = "", id } = readConfig(config);
  if (thread !== undefined && thread !== "") return { thread, namespace, id: id || undefined };
  throw new HoldfastError("invalid_input", "The config has no thread_id.", {
    next: 'Pass `{ configurable: { thread_id: "…" } }` to the graph.',
  });
}

export function configOf({ thread, namespace }: ThreadPlace, id: string): RunnableConfig {
  return { configurable: { thread_id: thread, checkpoint_ns: namespace, checkpoint_id: id } };
}

/** The id of the record: found without a search, and a checkpoint that is put twice is one. */
export function recordIdOf({ thread, namespace }: ThreadPlace, id: string): string {
  return deriveId("chk", "langgraph", thread, namespace, id);
}

/** Between the beginnings of the calendar that version 6 ids count from and of the clock's. */
const EPOCH_MS = 12_219_292_800_000n;
const UUID6 = /^([0-9a-f]{8})-([0-9a-f]{4})-6([0-9a-f]{3})-/i;

/** When a checkpoint was made, in milliseconds, as its id says; undefined for another kind of id. */
export function timeOfId(id: string): number | undefined {
  const found = UUID6.exec(id);
  if (!found) return undefined;
  return Number(BigInt(`0x${found[1]}${found[2]}${found[3]}`) / 10_000n - EPOCH_MS);
}
