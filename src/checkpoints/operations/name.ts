import * as z from "zod";
import { HoldfastError } from "../../kernel/errors.ts";
import { defineOperation, flag } from "../../kernel/operation.ts";
import { CheckpointName } from "../checkpoint-name.ts";
import { findByNameOrId } from "../find-checkpoint.ts";
import { retentionOf } from "../retention.ts";

/** Names a checkpoint that was saved without a name, such as an automatic one, or renames it. */
export const nameOperation = defineOperation({
  name: "name",
  group: "checkpoints",
  summary: "Name a checkpoint, so that it is never pruned",
  positional: ["id", "name"],
  readOnly: false,
  input: z.object({
    id: z.string().min(1).max(200).describe("Checkpoint id or name"),
    name: CheckpointName.optional().describe("Its new name"),
    remove: flag("Remove its name; it may be pruned then"),
  }),
  output: z.object({
    id: z.string(),
    name: z.string().nullable(),
    /** The name that it had before, to take the change back. */
    previous: z.string().nullable(),
  }),
  async run(ctx, { id: text, name: given, remove }) {
    if ((given === undefined) !== remove)
      throw new HoldfastError("invalid_input", "Give either a name or --remove.");
    const { id, trigger, trashedAt, name: previous } = await findByNameOrId(ctx, text);
    if (trashedAt !== null)
      throw new HoldfastError("invalid_input", `${id} is in the trash: first holdfast delete ${id} --undo.`);
    const name = given === undefined ? null : ctx.redactor.text(given);
    const retention = retentionOf({ name, trigger });
    if (!(await ctx.store.updateCheckpoint(id, { name, retention })))
      throw new HoldfastError("not_found", `Checkpoint ${id} was deleted just now.`);
    return { id, name, previous };
  },
});
