import * as z from "zod";
import { HoldfastError } from "../../kernel/errors.ts";
import { defineOperation } from "../../kernel/operation.ts";
import type { MemoryStorage } from "../../kernel/storage/memory-storage.ts";
import { toSearchWords } from "../../text/search-words.ts";
import { callerProject } from "../caller-project.ts";
import { MemoryView, toMemoryView } from "../memory-view.ts";

/** Limit per project. Concurrent callers may exceed it by one each, which does no harm. */
export const MAX_MEMORIES = 2_000;

export const remember = defineOperation({
  name: "remember",
  group: "notes",
  summary: "Save a short note about this project",
  positional: ["text"],
  tool: "remember",
  guidance:
    "Use it for facts that outlive this session: conventions, pitfalls, where things are. No secrets, and nothing that the repository already documents.",
  readOnly: false,
  input: z.object({
    text: z.string().trim().min(1).max(2_000).describe("One fact, in one or two sentences"),
  }),
  output: MemoryView,
  async run(ctx, input) {
    const text = ctx.redactor.text(input.text);
    const words = toSearchWords(text);
    if (words.length === 0)
      throw new HoldfastError("invalid_input", "text must contain at least one searchable word.");
    const projectId = await callerProject(ctx);
    const known = await findSameMemory(ctx, projectId, words);
    if (known) return toMemoryView(known, ctx.redactor);
    if ((await ctx.store.countMemories(projectId)) >= MAX_MEMORIES) throw tooManyNotes();
    const memory = { id: ctx.newId("mem"), projectId, text, uses: 0, createdAt: ctx.clock() };
    await ctx.store.putMemory(memory, words.join(" "));
    return toMemoryView(memory, ctx.redactor);
  },
});

/** Finds a note with the same words, so that it is not stored twice. */
async function findSameMemory(
  { store }: { store: MemoryStorage },
  projectId: string,
  words: readonly string[],
) {
  const alike = await store.findMemories(projectId, [...new Set(words)].slice(0, 12), 20);
  return alike.find(({ text }) => toSearchWords(text).join(" ") === words.join(" "));
}

function tooManyNotes(): HoldfastError {
  return new HoldfastError("too_large", `This project has ${MAX_MEMORIES} notes, which is the limit.`, {
    next: "Delete a note that is no longer true: `holdfast forget <id>`.",
  });
}
