import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { flag } from "../../kernel/flag.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { allCheckpoints } from "../all-checkpoints.ts";
import { findCheckpoint } from "../find-checkpoint.ts";

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 } as const;

/** `delete` itself is a word of the language. */
export const deleteOperation = defineOperation({
  name: "delete",
  summary: "Move a checkpoint, or old ones, to the trash, where they stay for a week",
  positional: ["id"],
  readOnly: false,
  input: z.object({
    id: z.string().max(40).optional().describe("Id of the one to delete"),
    olderThan: z
      .string()
      .regex(/^[1-9][0-9]{0,4}[mhdw]$/, "give a duration such as 30m, 12h, 7d, 2w")
      .optional()
      .describe("Delete this project's unnamed checkpoints older than 30m, 12h, 7d, 2w"),
    undo: flag("Take the one out of the trash again"),
    dryRun: flag("Only tell what would be deleted"),
  }),
  output: z.object({ deleted: z.array(z.string()), undone: z.array(z.string()), dryRun: z.boolean() }),
  async run(ctx, { id, olderThan, undo, dryRun }) {
    if (undo && id === undefined) throw new HoldfastError("invalid_input", "Name the one to take out again.");
    if ((id === undefined) === (olderThan === undefined)) {
      throw new HoldfastError("invalid_input", "Name one checkpoint, or give --older-than.");
    }
    const now = ctx.clock();
    const ids =
      id === undefined
        ? await olderIds(ctx, now - duration(olderThan ?? ""))
        : [(await findCheckpoint(ctx.store, id)).id];
    const trashedAt = undo ? null : now;
    if (!dryRun) for (const each of ids) await ctx.store.updateCheckpoint(each, { trashedAt });
    return undo ? { deleted: [], undone: ids, dryRun } : { deleted: ids, undone: [], dryRun };
  },
});

/** Pinned ones stay: they go only by their own id. */
async function olderIds({ store, workspace, caller }: Context, until: number): Promise<string[]> {
  const project = await store.findProjectByRoot((await workspace.locate(caller.cwd)).projectRoot);
  if (!project) return [];
  const ids: string[] = [];
  for await (const { id, retention } of allCheckpoints(store, { projectId: project.id, until }))
    if (retention !== "pinned") ids.push(id);
  return ids;
}

function duration(text: string): number {
  const unit = text.slice(-1) as keyof typeof UNITS;
  return Number(text.slice(0, -1)) * UNITS[unit];
}
