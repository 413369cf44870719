import * as z from "zod";
import { HoldfastError } from "../../kernel/errors.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { findCheckpoint } from "../find-checkpoint.ts";

const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 } as const;

/** `delete` itself is a word of the language. */
export const deleteOperation = defineOperation({
  name: "delete",
  summary: "Move a checkpoint, or old ones, to the trash",
  positional: ["id"],
  readOnly: false,
  input: z.object({
    id: z.string().max(40).optional().describe("Id of the one to delete"),
    olderThan: z
      .string()
      .regex(/^[1-9][0-9]{0,4}[mhdw]$/, "give a duration such as 30m, 12h, 7d, 2w")
      .optional()
      .describe("Delete this project's unnamed checkpoints older than 30m, 12h, 7d, 2w"),
    dryRun: z.coerce.boolean().default(false).describe("Only tell what would be deleted"),
  }),
  output: z.object({ deleted: z.array(z.string()), dryRun: z.boolean() }),
  async run({ store, clock, workspace, caller }, { id, olderThan, dryRun }) {
    if ((id === undefined) === (olderThan === undefined)) {
      throw new HoldfastError("invalid_input", "Name one checkpoint, or give --older-than.");
    }
    const now = clock();
    const ids: string[] = [];
    if (id !== undefined) ids.push((await findCheckpoint(store, id)).id);
    else {
      const project = await store.findProjectByRoot((await workspace.locate(caller.cwd)).projectRoot);
      const until = now - duration(olderThan ?? "");
      const old = project ? await store.listCheckpoints({ projectId: project.id, until, limit: 1_000 }) : [];
      ids.push(...old.filter(({ retention }) => retention !== "pinned").map((checkpoint) => checkpoint.id));
    }
    if (!dryRun) for (const each of ids) await store.updateCheckpoint(each, { trashedAt: now });
    return { deleted: ids, dryRun };
  },
});

function duration(text: string): number {
  const unit = text.slice(-1) as keyof typeof UNITS;
  return Number(text.slice(0, -1)) * UNITS[unit];
}
