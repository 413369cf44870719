import * as z from "zod";
import { loadWithFallback } from "../../checkpoints/load-with-fallback.ts";
import type { CheckpointStorage, StoredCheckpoint } from "../../kernel/storage/checkpoint-storage.ts";
import type { NodeStorage } from "../../kernel/storage/node-storage.ts";

/** What a mark keeps beside what was captured: where in the conversation it is. */
const MarkState = z.object({
  goal: z.string(),
  /** The client's id of the call that set it; null where the client reports none. */
  call: z.string().nullable(),
  /** Tokens in use then; null where that is unknown. */
  tokens: z.number().nullable(),
});
export type MarkState = z.infer<typeof MarkState>;

/** What a rewind keeps: the report, and what it replaces. */
const RewindState = z.object({
  report: z.string(),
  facts: z.array(z.string()),
  /** Tokens of the exploration, and of what replaced it; null where that is unknown. */
  spanTokens: z.number().nullable(),
  reportTokens: z.number(),
  warning: z.string().nullable(),
});
export type RewindState = z.infer<typeof RewindState>;

type Loading = CheckpointStorage & NodeStorage;

/** A damaged mark still has its goal. */
export async function readMark(store: Loading, mark: StoredCheckpoint): Promise<MarkState> {
  const found = await part(store, mark, z.object({ mark: MarkState }));
  return found?.mark ?? { goal: mark.digest ?? "", call: null, tokens: null };
}

export async function readRewind(store: Loading, rewind: StoredCheckpoint): Promise<RewindState | undefined> {
  return (await part(store, rewind, z.object({ rewind: RewindState })))?.rewind;
}

async function part<S extends z.ZodType>(store: Loading, of: StoredCheckpoint, schema: S) {
  const { checkpoint, state } = await loadWithFallback(store, of);
  // The state of an ancestor says nothing of this one.
  return checkpoint.id === of.id ? schema.safeParse(state).data : undefined;
}
