import type {
  CheckpointFilter,
  CheckpointStorage,
  Position,
  StoredCheckpoint,
} from "../kernel/storage/checkpoint-storage.ts";

const PAGE = 1_000;

/**
 * All checkpoints that match a filter, newest first, from a position on if one is given. Yields to other work between
 * two pages.
 */
export async function* allCheckpoints(
  store: CheckpointStorage,
  filter: Omit<CheckpointFilter, "limit">,
): AsyncGenerator<StoredCheckpoint> {
  for (let after: Position | undefined = filter.after; ; ) {
    const page = await store.listCheckpoints({ ...filter, ...(after ? { after } : {}), limit: PAGE });
    yield* page;
    after = page.at(-1);
    if (page.length < PAGE) return;
    await new Promise(setImmediate);
  }
}
