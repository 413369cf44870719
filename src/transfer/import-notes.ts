import type { Context } from "../kernel/context.ts";
import { toSearchWords } from "../text/search-words.ts";
import type { BundleLine } from "./bundle/bundle-line.ts";
import type { Destination } from "./transfer.ts";

const PAGE = 1_000;

/** The ids of all notes of this machine. */
export async function noteIds({ store }: Pick<Context, "store">): Promise<Set<string>> {
  const ids = new Set<string>();
  for (let after = ""; ; ) {
    const page = await store.listMemories({ after, limit: PAGE });
    for (const { id } of page) ids.add(id);
    after = page.at(-1)?.id ?? "";
    if (page.length < PAGE) return ids;
  }
}

/** Saves a note if it is missing here. Returns whether it was. */
export async function importNote(
  ctx: Context,
  note: Extract<BundleLine, { type: "note" }>,
  { known, destination }: { known: ReadonlySet<string>; destination: Destination },
): Promise<boolean> {
  if (known.has(note.id)) return false;
  const { id, createdAt } = note;
  const text = ctx.redactor.text(note.text);
  const memory = { id, projectId: destination.projectId, text, uses: 0, createdAt };
  await ctx.store.putMemory(memory, toSearchWords(text).join(" "));
  return true;
}
