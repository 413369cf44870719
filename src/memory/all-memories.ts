import type { Memory } from "../kernel/record.ts";
import type { MemoryStorage } from "../kernel/storage/memory-storage.ts";

const PAGE = 200;

/** The notes of all projects, by id. One that is changed meanwhile may occur as it was before. */
export async function* allMemories(store: MemoryStorage): AsyncGenerator<Memory> {
  for (let after = ""; ; ) {
    const page = await store.listMemories({ after, limit: PAGE });
    yield* page;
    after = page.at(-1)?.id ?? "";
    if (page.length < PAGE) return;
  }
}
