import type { Context } from "../../kernel/context.ts";
import type { Archive } from "../../kernel/ports/archive.ts";
import type { CheckpointStorage } from "../../kernel/storage/checkpoint-storage.ts";
import type { NodeStorage } from "../../kernel/storage/node-storage.ts";
import type { ProjectStorage } from "../../kernel/storage/project-storage.ts";
import { allCheckpoints } from "../all-checkpoints.ts";
import { collectBundle, storeBundle } from "./archive-checkpoints.ts";
import { bundleName } from "./bundle.ts";

/** Maximum number of checkpoints in a bundle. */
const BATCH_SIZE = 200;

type ArchiveDeps = Pick<Context, "redactor"> & { store: CheckpointStorage & NodeStorage & ProjectStorage };

/** Archives all checkpoints, or those of a workflow, without deleting any. Returns the bundles, with their sizes. */
export async function archiveAll(
  ctx: ArchiveDeps,
  archive: Archive,
  { workflow }: { workflow?: string | undefined } = {},
): Promise<{ name: string; bytes: number; checkpoints: number }[]> {
  const bundles = [];
  const filter = { includeAbandoned: true, ...(workflow === undefined ? {} : { workflowId: workflow }) };
  const ids: string[] = [];
  for await (const { id } of allCheckpoints(ctx.store, filter)) ids.push(id);
  for (let rest = ids; rest.length > 0; ) {
    const { bundle, taken } = await collectBundle(ctx, rest.slice(0, BATCH_SIZE));
    rest = rest.slice(taken);
    const checkpoints = bundle.archived.length;
    if (checkpoints === 0) continue;
    const name = bundleName(bundle.archived.map(({ checkpoint }) => checkpoint));
    bundles.push({ name, bytes: await storeBundle(archive, name, bundle), checkpoints });
  }
  return bundles;
}
