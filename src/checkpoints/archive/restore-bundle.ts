import type { Context } from "../../kernel/context.ts";
import type { CheckpointStorage } from "../../kernel/storage/checkpoint-storage.ts";
import type { NodeStorage } from "../../kernel/storage/node-storage.ts";
import type { ProjectStorage } from "../../kernel/storage/project-storage.ts";
import { redactCheckpoint } from "../redact-checkpoints.ts";
import type { ArchivedCheckpoint, Bundle } from "./bundle.ts";
import { nodeStorageOf } from "./record-lines.ts";

/**
 * Restores the checkpoints of a bundle that do not exist, and returns their ids. Works on any machine. The checkpoints
 * are pinned, since they would expire immediately, and redacted by the current rules.
 */
export async function restoreBundle(
  ctx: Pick<Context, "redactor" | "clock" | "newId"> & {
    store: CheckpointStorage & NodeStorage & ProjectStorage;
  },
  { archived, nodes }: Bundle,
): Promise<string[]> {
  const restored: string[] = [];
  const reader = nodeStorageOf(nodes);
  for (const each of archived) {
    if (await ctx.store.getCheckpoint(each.checkpoint.id)) continue;
    const clean = await redactCheckpoint({ store: reader, redactor: ctx.redactor }, each.checkpoint);
    const projectId = await ensureProject(ctx, each);
    const checkpoint = { ...clean.checkpoint, projectId, retention: "pinned", trashedAt: null } as const;
    await ctx.store.saveCheckpoint(checkpoint, clean.nodes);
    restored.push(checkpoint.id);
  }
  return restored;
}

async function ensureProject(
  { store, clock, newId }: Pick<Context, "clock" | "newId"> & { store: ProjectStorage },
  { projectRoot: root, projectName: name }: ArchivedCheckpoint,
): Promise<string> {
  const project = await store.ensureProject({
    id: newId("prj"),
    root,
    name,
    createdAt: clock(),
    directory: null,
  });
  return project.id;
}
