import * as z from "zod";
import { loadWithFallback } from "../../checkpoints/load-with-fallback.ts";
import type { CheckpointStorage, StoredCheckpoint } from "../../kernel/storage/checkpoint-storage.ts";
import type { NodeStorage } from "../../kernel/storage/node-storage.ts";

/** What a mark stores in addition to the capture: its position in the conversation. */
const MarkState = z.object({
  goal: z.string(),
  /** The client's id of the call that set it; null if the client reports none. */
  call: z.string().nullable(),
  /** Tokens in use at that time; null if unknown. */
  tokens: z.number().nullable(),
});
export type MarkState = z.infer<typeof MarkState>;

/** What a rewind stores: the report, and facts about what it replaces. */
const RewindState = z.object({
  report: z.string(),
  facts: z.array(z.string()),
  /** Tokens of the exploration; null if unknown. */
  spanTokens: z.number().nullable(),
  /** Tokens of the text that replaced it. */
  reportTokens: z.number(),
  warning: z.string().nullable(),
});
export type RewindState = z.infer<typeof RewindState>;

type MarkStorage = CheckpointStorage & NodeStorage;

/** Reads the state of a mark. If it is damaged, only the goal is known. */
export async function readMark(store: MarkStorage, mark: StoredCheckpoint): Promise<MarkState> {
  const found = await readPart(store, mark, z.object({ mark: MarkState }));
  return found?.mark ?? { goal: mark.digest ?? "", call: null, tokens: null };
}

export async function readRewind(
  store: MarkStorage,
  rewind: StoredCheckpoint,
): Promise<RewindState | undefined> {
  return (await readPart(store, rewind, z.object({ rewind: RewindState })))?.rewind;
}

async function readPart<S extends z.ZodType>(store: MarkStorage, of: StoredCheckpoint, schema: S) {
  const { checkpoint, state } = await loadWithFallback(store, of);
  // An ancestor that was loaded instead has a different mark.
  return checkpoint.id === of.id ? schema.safeParse(state).data : undefined;
}
