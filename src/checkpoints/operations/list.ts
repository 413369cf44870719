import * as z from "zod";
import { flag } from "../../kernel/flag.ts";
import { defineOperation } from "../../kernel/operation.ts";
import { findCheckpoint } from "../find-checkpoint.ts";
import { CheckpointView, viewOf } from "../view.ts";

export const list = defineOperation({
  name: "list",
  summary: "List checkpoints, newest first",
  tool: "checkpoint_list",
  readOnly: true,
  input: z.object({
    workflow: z.string().max(200).optional().describe("Only this workflow"),
    session: z.string().max(40).optional().describe("Only this session"),
    all: flag("Of every project, not only this one"),
    limit: z.coerce.number().int().min(1).max(200).default(20).describe("How many at most"),
    after: z.string().max(40).optional().describe("Continue after this checkpoint"),
  }),
  output: z.object({ checkpoints: z.array(CheckpointView) }),
  async run(ctx, { workflow, session, all, limit, after }) {
    const place = await ctx.workspace.locate(ctx.caller.cwd);
    const project = await ctx.store.findProjectByRoot(place.projectRoot);
    if (!all && !project && workflow === undefined) return { checkpoints: [] };
    const found = await ctx.store.listCheckpoints({
      ...(all || !project ? {} : { projectId: project.id }),
      ...(workflow === undefined ? {} : { workflowId: workflow }),
      ...(session === undefined ? {} : { sessionId: session }),
      ...(after === undefined ? {} : { after: (await findCheckpoint(ctx.store, after)).id }),
      limit,
    });
    return { checkpoints: found.map((checkpoint) => viewOf(checkpoint, ctx.redactor)) };
  },
});
