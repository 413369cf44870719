import * as z from "zod";
import { HoldfastError } from "../../kernel/errors.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { ownProject } from "../own-project.ts";

export const forget = defineOperation({
  name: "forget",
  summary: "Delete a note about this project for good",
  positional: ["id"],
  tool: "forget",
  guidance: "Only when the note is wrong or the user asks: it does not come back.",
  readOnly: false,
  destructive: true,
  input: z.object({ id: z.string().max(40).describe("Id of the note, as recall shows it") }),
  output: z.object({ forgotten: z.string() }),
  async run(ctx, { id }) {
    const projectId = await ownProject(ctx);
    if (await ctx.store.deleteMemory(projectId, id)) return { forgotten: id };
    throw new HoldfastError("not_found", `This project has no note ${id}.`, {
      next: "See the notes there are with `holdfast recall`.",
    });
  },
});
