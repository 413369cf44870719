import { nodeStorageOf } from "../checkpoints/archive/record-lines.ts";
import { redactCheckpoint } from "../checkpoints/redact-checkpoints.ts";
import type { Context } from "../kernel/context.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import type { Checkpoint } from "../kernel/record.ts";
import { mapPaths } from "../sessions/map-directory.ts";
import type { Destination } from "./transfer.ts";

/** Saves a checkpoint if it is missing here, with the paths of this machine. Returns whether it was missing. */
export async function importCheckpoint(
  ctx: Context,
  checkpoint: Checkpoint,
  { nodes, destination }: { nodes: ReadonlyMap<string, Uint8Array>; destination: Destination },
): Promise<boolean> {
  if (await ctx.store.getCheckpoint(checkpoint.id)) return false;
  const { projectId, worktree } = destination;
  const move = { from: checkpoint.worktree, to: worktree };
  // The paths in a state are mapped as it is redacted: both change its text, and so its hash.
  const redactor: Redactor = {
    text: (text) => ctx.redactor.text(text),
    lines: (lines) => ctx.redactor.lines(lines),
    json: (value) => mapPaths(ctx.redactor.json(value), move),
  };
  const clean = await redactCheckpoint({ store: nodeStorageOf(nodes), redactor }, checkpoint);
  await ctx.store.saveCheckpoint({ ...clean.checkpoint, projectId, worktree }, clean.nodes);
  return true;
}
