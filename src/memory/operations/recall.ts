import * as z from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import { toSearchWords } from "../../text/search-words.ts";
import { callerProject } from "../caller-project.ts";
import { MemoryView, toMemoryView } from "../memory-view.ts";

const MAX_WORDS = 12;

export const recall = defineOperation({
  name: "recall",
  group: "notes",
  summary: "Search the notes about this project",
  positional: ["query"],
  tool: "recall",
  guidance:
    "Call it before you work on an unfamiliar part of the project. Without a query it returns the most used notes.",
  readOnly: false,
  input: z.object({
    query: z.string().max(500).default("").describe("Words or word prefixes"),
    limit: z.coerce.number().int().min(1).max(50).default(10).describe("Maximum number of results"),
    skip: z.coerce.number().int().min(0).max(900).default(0).describe("Number of results to skip"),
  }),
  output: z.object({
    memories: z.array(MemoryView),
    more: z.boolean().describe("More results exist; request them with skip"),
  }),
  async run(ctx, { query, limit, skip }) {
    const projectId = await callerProject(ctx);
    const words = [...new Set(toSearchWords(query))].slice(0, MAX_WORDS);
    // The store takes no words for no query, and returns all notes.
    if (words.length === 0 && query.trim() !== "") return { memories: [], more: false };
    const found = await ctx.store.findMemories(projectId, words, skip + limit + 1);
    // Counting a use ranks the shown notes before the others, so that `skip` finds the next page.
    const page = found.slice(skip, skip + limit);
    await ctx.store.countUses(page.map(({ id }) => id));
    return {
      memories: page.map((memory) => toMemoryView(memory, ctx.redactor)),
      more: found.length > skip + limit,
    };
  },
});
