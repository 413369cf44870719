import * as z from "zod";
import { tryLoadState } from "../../checkpoints/state/load/load-state.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { StoredCheckpoint } from "../../kernel/storage/checkpoint-storage.ts";
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

/** Reads the state of a mark. If it is damaged, only the goal is known. */
export async function readMark(store: NodeStorage, mark: StoredCheckpoint): Promise<MarkState> {
  const found = await readPart(store, mark, z.object({ mark: MarkState }));
  return found?.mark ?? { goal: mark.digest ?? "", call: null, tokens: null };
}

/** Undefined if it is damaged. */
export async function readRewind(
  store: NodeStorage,
  rewind: StoredCheckpoint,
): Promise<RewindState | undefined> {
  return (await readPart(store, rewind, z.object({ rewind: RewindState })))?.rewind;
}

async function readPart<S extends z.ZodType>(store: NodeStorage, { stateRoot }: StoredCheckpoint, schema: S) {
  // Without falling back to an ancestor, which has a different mark.
  const read = await tryLoadState(store, stateRoot);
  return read instanceof HoldfastError ? undefined : schema.safeParse(read.state).data;
}
