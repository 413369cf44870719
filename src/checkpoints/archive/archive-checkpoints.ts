import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Archive } from "../../kernel/ports/archive.ts";
import type { Checkpoint } from "../../kernel/record.ts";
import type { CheckpointStorage } from "../../kernel/storage/checkpoint-storage.ts";
import type { NodeStorage } from "../../kernel/storage/node-storage.ts";
import type { ProjectStorage } from "../../kernel/storage/project-storage.ts";
import { redactCheckpoint } from "../redact-checkpoints.ts";
import { type ArchivedCheckpoint, type Bundle, bundleName, decodeBundle, encodeBundle } from "./bundle.ts";
import { declareIntent, dropIntent, readIntent } from "./intent.ts";

export type ArchivingContext = Pick<Context, "paths" | "processes" | "redactor"> & {
  store: CheckpointStorage & NodeStorage & ProjectStorage;
};

/** Maximum size of the states in one bundle, uncompressed. */
const MAX_BYTES = 16 * 2 ** 20;

/**
 * Archives expired checkpoints and then deletes them. Returns the number of deleted ones. A checkpoint is deleted only
 * after its bundle has been read back from the archive. After a crash, `finishArchiving` must be called first.
 */
export async function archiveAndDelete(
  ctx: ArchivingContext,
  archive: Archive,
  ids: readonly string[],
): Promise<number> {
  let deleted = 0;
  for (let rest = ids; rest.length > 0; ) {
    const { bundle, taken } = await collectBundle(ctx, rest);
    rest = rest.slice(taken);
    const checkpoints = bundle.archived.map(({ checkpoint }) => checkpoint);
    if (checkpoints.length === 0) continue;
    const name = bundleName(checkpoints);
    const bundled = checkpoints.map(({ id }) => id);
    declareIntent(ctx, { bundle: name, ids: bundled });
    await storeBundle(archive, name, bundle);
    deleted += await deleteExpired(ctx, bundled);
    dropIntent(ctx);
  }
  return deleted;
}

/**
 * Completes an attempt that a crash or an unreachable archive interrupted. Returns the number of deleted checkpoints.
 */
export async function finishArchiving(ctx: ArchivingContext, archive: Archive): Promise<number> {
  const intent = readIntent(ctx);
  if (!intent) return 0;
  if (!(await isStored(archive, intent.bundle))) {
    // Nothing is deleted before the bundle is stored, so checkpoints that are missing now were deleted by someone else.
    const { bundle } = await collectBundle(ctx, intent.ids, Number.POSITIVE_INFINITY);
    if (bundle.archived.length > 0) await storeBundle(archive, intent.bundle, bundle);
  }
  const deleted = await deleteExpired(ctx, intent.ids);
  dropIntent(ctx);
  return deleted;
}

/** Makes a bundle of as many of these checkpoints as fit. `taken` is the number of ids that were processed. */
export async function collectBundle(
  ctx: Omit<ArchivingContext, "paths" | "processes">,
  ids: readonly string[],
  maxBytes = MAX_BYTES,
): Promise<{ bundle: Bundle; taken: number }> {
  const archived: ArchivedCheckpoint[] = [];
  const nodes = new Map<string, Uint8Array>();
  let bytes = 0;
  let taken = 0;
  for (const id of ids) {
    if (bytes >= maxBytes) break;
    taken += 1;
    const stored = await ctx.store.getCheckpoint(id);
    if (!stored) continue;
    const { checkpoint, nodes: own } = await redactCheckpoint(ctx, stored);
    archived.push({ checkpoint, ...(await readProjectNames(ctx, checkpoint)) });
    for (const [key, node] of own) {
      if (!nodes.has(key)) bytes += node.length;
      nodes.set(key, node);
    }
  }
  return { bundle: { archived, nodes }, taken };
}

/** The project is stored by root and name, since its id is meaningless on another machine. */
async function readProjectNames(
  { store }: { store: ProjectStorage },
  { projectId, worktree }: Checkpoint,
): Promise<Omit<ArchivedCheckpoint, "checkpoint">> {
  const project = await store.getProject(projectId);
  return { projectRoot: project?.root ?? worktree, projectName: project?.name ?? "" };
}

/** Stores a bundle and verifies it by reading it back. Returns its size in bytes. */
export async function storeBundle(archive: Archive, name: string, bundle: Bundle): Promise<number> {
  const bytes = encodeBundle(bundle);
  await archive.put(name, bytes);
  if (await isStored(archive, name)) return bytes.length;
  throw new HoldfastError(
    "archive_unavailable",
    `Verification failed: ${archive.where} returned different data for ${name}. Nothing was deleted.`,
  );
}

async function isStored(archive: Archive, name: string): Promise<boolean> {
  const bytes = await archive.get(name);
  try {
    return bytes !== undefined && decodeBundle(name, bytes).archived.length > 0;
  } catch (error) {
    if (error instanceof HoldfastError && error.code === "state_corrupt") return false;
    throw error;
  }
}

/** Checkpoints that were pinned in the meantime are kept. */
async function deleteExpired(
  { store }: { store: CheckpointStorage },
  ids: readonly string[],
): Promise<number> {
  const found = await Promise.all(ids.map((id) => store.getCheckpoint(id)));
  const expired = found.filter((each): each is NonNullable<typeof each> => each?.retention === "auto");
  return await store.deleteCheckpoints(expired.map(({ id }: Checkpoint) => id));
}
