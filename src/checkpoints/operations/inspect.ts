import * as z from "zod";
import { defineOperation } from "../../kernel/operation.ts";
import { CheckpointView, checkpointViewer } from "../checkpoint-view.ts";
import { findByNameOrId } from "../find-by-name-or-id.ts";
import { loadWithFallback } from "../load-with-fallback.ts";

export const inspect = defineOperation({
  name: "inspect",
  group: "checkpoints",
  summary: "Show a checkpoint with its state and lineage",
  positional: ["id"],
  tool: "checkpoint_inspect",
  guidance:
    "Returns the whole state, the parent and the children. To continue from a checkpoint, use checkpoint_resume.",
  readOnly: true,
  input: z.object({ id: z.string().max(100).describe("Id, unique id prefix, or name") }),
  output: z.object({
    checkpoint: CheckpointView,
    state: z.unknown(),
    warning: z.string().nullable(),
    parent: CheckpointView.nullable(),
    children: z.array(CheckpointView),
  }),
  async run(ctx, { id }) {
    const { store, redactor } = ctx;
    const checkpoint = await findByNameOrId(ctx, id);
    const { state, fellBack } = await loadWithFallback(store, checkpoint);
    const parent = checkpoint.parentId ? await store.getCheckpoint(checkpoint.parentId) : undefined;
    const children = await store.listCheckpoints({ parentId: checkpoint.id, limit: 50 });
    const view = await checkpointViewer(ctx, [checkpoint, ...(parent ? [parent] : []), ...children]);
    return {
      checkpoint: view(checkpoint),
      state: redactor.json(state),
      warning: fellBack,
      parent: parent ? view(parent) : null,
      children: children.map(view),
    };
  },
});
