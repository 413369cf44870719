import type { Context } from "../kernel/context.ts";
import type { MemoryStorage } from "../kernel/storage/memory-storage.ts";
import { allMemories } from "../memory/all-memories.ts";
import { toSearchWords } from "../text/search-words.ts";
import type { BundleLine } from "./bundle/bundle-line.ts";
import type { Destination } from "./transfer.ts";

/** The ids of all notes of this machine. */
export async function noteIds(store: MemoryStorage): Promise<Set<string>> {
  const ids = new Set<string>();
  for await (const { id } of allMemories(store)) ids.add(id);
  return ids;
}

/** Saves a note if it is missing here, and adds its id to the known ones. Returns whether it was missing. */
export async function importNote(
  ctx: Pick<Context, "redactor"> & { store: MemoryStorage },
  { id, text: written, createdAt }: Extract<BundleLine, { type: "note" }>,
  { known, destination }: { known: Set<string>; destination: Destination },
): Promise<boolean> {
  if (known.has(id)) return false;
  known.add(id);
  const text = ctx.redactor.text(written);
  const memory = { id, projectId: destination.projectId, text, uses: 0, createdAt };
  await ctx.store.putMemory(memory, toSearchWords(text).join(" "));
  return true;
}
