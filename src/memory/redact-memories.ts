import type { Context } from "../kernel/context.ts";
import type { Memory } from "../kernel/record.ts";
import type { MemoryStorage } from "../kernel/storage/memory-storage.ts";
import type { Transactions } from "../kernel/storage/transactions.ts";
import { toSearchWords } from "../text/search-words.ts";
import { allMemories } from "./all-memories.ts";

/** Applies the current redaction rules to the notes of all projects. Returns the number of changed ones. */
export async function redactMemories(
  { store, redactor }: Pick<Context, "redactor"> & { store: MemoryStorage & Transactions<MemoryStorage> },
  { dryRun }: { dryRun: boolean },
): Promise<number> {
  let changed = 0;
  for await (const memory of allMemories(store)) {
    const clean: Memory = { ...memory, text: redactor.text(memory.text) };
    if (clean.text === memory.text) continue;
    changed += 1;
    if (!dryRun)
      await store.transaction(async (transaction) => {
        if (!(await transaction.deleteMemory(memory.projectId, memory.id))) return;
        await transaction.putMemory(clean, toSearchWords(clean.text).join(" "));
      });
  }
  return changed;
}
