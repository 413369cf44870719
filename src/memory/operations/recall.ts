import * as z from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import { ownProject } from "../own-project.ts";
import { MemoryView, memoryView } from "../view.ts";
import { wordsOf } from "../words-of.ts";

const MOST_WORDS = 12;

export const recall = defineOperation({
  name: "recall",
  summary: "Find notes about this project by their words; without a query the most used ones",
  positional: ["query"],
  tool: "recall",
  guidance: "Call it before work on a part of the project that you do not know.",
  readOnly: false,
  input: z.object({
    query: z.string().max(500).default("").describe("Words, or beginnings of words"),
    limit: z.coerce.number().int().min(1).max(50).default(10).describe("At most so many"),
  }),
  output: z.object({ memories: z.array(MemoryView) }),
  async run(ctx, { query, limit }) {
    const { id } = await ownProject(ctx);
    const words = [...new Set(wordsOf(query))].slice(0, MOST_WORDS);
    const found = await ctx.store.findMemories(id, words, limit);
    await ctx.store.countUses(found.map((memory) => memory.id));
    return { memories: found.map((memory) => memoryView(memory, ctx.redactor)) };
  },
});
