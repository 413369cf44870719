import { redactCheckpoint } from "../checkpoints/redact-checkpoints.ts";
import type { Context } from "../kernel/context.ts";
import type { Redactor } from "../kernel/ports/redactor.ts";
import type { CheckpointLine } from "./bundle/bundle-line.ts";
import { mapPaths } from "./map-directory.ts";
import type { Destination } from "./transfer.ts";

/** Saves a checkpoint if it is missing here, with the paths of this machine. Returns whether it was missing. */
export async function importCheckpoint(
  ctx: Context,
  checkpoint: CheckpointLine["checkpoint"],
  { nodes, destination }: { nodes: ReadonlyMap<string, Uint8Array>; destination: Destination },
): Promise<boolean> {
  if (await ctx.store.getCheckpoint(checkpoint.id)) return false;
  const reader = {
    getNodes: async (keys: readonly string[]) => {
      const found = keys.flatMap((key): [string, Uint8Array][] => {
        const node = nodes.get(key);
        return node ? [[key, node]] : [];
      });
      return new Map(found);
    },
  };
  const { projectId, worktree } = destination;
  const move = { from: checkpoint.worktree, to: worktree };
  // The paths in a state are mapped as it is redacted: both change its text, and so its hash.
  const redactor: Redactor = {
    text: (text) => ctx.redactor.text(text),
    json: (value) => mapPaths(ctx.redactor.json(value), move),
  };
  const clean = await redactCheckpoint({ store: reader, redactor }, checkpoint);
  await ctx.store.saveCheckpoint({ ...clean.checkpoint, projectId, worktree }, clean.nodes);
  return true;
}
