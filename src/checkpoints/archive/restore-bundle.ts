import type { Context } from "../../kernel/context.ts";
import type { CheckpointStorage } from "../../kernel/storage/checkpoint-storage.ts";
import type { NodeStorage } from "../../kernel/storage/node-storage.ts";
import type { ProjectStorage } from "../../kernel/storage/project-storage.ts";
import { redactedCheckpoint } from "../redact-checkpoints.ts";
import type { Archived, Bundle } from "./bundle.ts";

/**
 * Brings the checkpoints of a bundle back, on any machine; those that are there stay as they are. They are pinned, since
 * they would expire at once, and redacted by the rules of today. Returns the ids of those that were missing.
 */
export async function restoreBundle(
  ctx: Pick<Context, "redactor" | "clock" | "newId"> & {
    store: CheckpointStorage & NodeStorage & ProjectStorage;
  },
  { archived, nodes }: Bundle,
): Promise<string[]> {
  const restored: string[] = [];
  const reader = {
    getNodes: async (keys: readonly string[]) =>
      new Map(keys.flatMap((key) => (nodes.has(key) ? [[key, nodes.get(key) as Uint8Array]] : []))),
  };
  for (const each of archived) {
    if (await ctx.store.getCheckpoint(each.checkpoint.id)) continue;
    const clean = await redactedCheckpoint({ store: reader, redactor: ctx.redactor }, each.checkpoint);
    const projectId = await projectOf(ctx, each);
    const checkpoint = { ...clean.checkpoint, projectId, retention: "pinned", trashedAt: null } as const;
    await ctx.store.saveCheckpoint(checkpoint, clean.nodes);
    restored.push(checkpoint.id);
  }
  return restored;
}

async function projectOf(
  { store, clock, newId }: Pick<Context, "clock" | "newId"> & { store: ProjectStorage },
  { projectRoot: root, projectName: name }: Archived,
): Promise<string> {
  const project = await store.ensureProject({ id: newId("prj"), root, name, createdAt: clock() });
  return project.id;
}
