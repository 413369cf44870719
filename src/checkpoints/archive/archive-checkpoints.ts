import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Archive } from "../../kernel/ports/archive.ts";
import type { Checkpoint } from "../../kernel/record.ts";
import type { CheckpointStorage } from "../../kernel/storage/checkpoint-storage.ts";
import type { NodeStorage } from "../../kernel/storage/node-storage.ts";
import type { ProjectStorage } from "../../kernel/storage/project-storage.ts";
import { redactedCheckpoint } from "../redact-checkpoints.ts";
import { type Archived, type Bundle, bundleName, decodeBundle, encodeBundle } from "./bundle.ts";
import { declareIntent, dropIntent, unfinishedIntent } from "./intent.ts";

export type ArchivingContext = Pick<Context, "paths" | "processes" | "redactor"> & {
  store: CheckpointStorage & NodeStorage & ProjectStorage;
};

/** The states of one bundle, unpacked. */
const MAX_BYTES = 16 * 2 ** 20;

/**
 * Archives expired checkpoints and then deletes them; returns how many. Nothing is deleted before the archive has given back
 * what was stored there. After a crash, the next call begins with `finishArchiving`.
 */
export async function archiveAndDelete(
  ctx: ArchivingContext,
  archive: Archive,
  ids: readonly string[],
): Promise<number> {
  let deleted = 0;
  for (let rest = ids; rest.length > 0; ) {
    const { bundle, taken } = await collect(ctx, rest);
    rest = rest.slice(taken);
    const checkpoints = bundle.archived.map(({ checkpoint }) => checkpoint);
    if (checkpoints.length === 0) continue;
    const name = bundleName(checkpoints);
    const named = checkpoints.map(({ id }) => id);
    declareIntent(ctx, { bundle: name, ids: named });
    await storeBundle(archive, name, bundle);
    deleted += await deleteExpired(ctx, named);
    dropIntent(ctx);
  }
  return deleted;
}

/** Ends what a killed process or an unreachable archive has left; returns how many checkpoints were deleted. */
export async function finishArchiving(ctx: ArchivingContext, archive: Archive): Promise<number> {
  const intent = unfinishedIntent(ctx);
  if (!intent) return 0;
  if (!(await isStored(archive, intent.bundle))) {
    // Nothing is deleted before the bundle is stored, so those that are missing now were deleted by someone else.
    const { bundle } = await collect(ctx, intent.ids, Number.POSITIVE_INFINITY);
    if (bundle.archived.length > 0) await storeBundle(archive, intent.bundle, bundle);
  }
  const deleted = await deleteExpired(ctx, intent.ids);
  dropIntent(ctx);
  return deleted;
}

/** Makes a bundle of the first of these checkpoints, as many as fit. */
export async function collect(
  ctx: Omit<ArchivingContext, "paths" | "processes">,
  ids: readonly string[],
  maxBytes = MAX_BYTES,
): Promise<{ bundle: Bundle; taken: number }> {
  const archived: Archived[] = [];
  const nodes = new Map<string, Uint8Array>();
  let bytes = 0;
  let taken = 0;
  for (const id of ids) {
    if (bytes >= maxBytes) break;
    taken += 1;
    const stored = await ctx.store.getCheckpoint(id);
    if (!stored) continue;
    const { checkpoint, nodes: own } = await redactedCheckpoint(ctx, stored);
    archived.push({ checkpoint, ...(await namesOf(ctx, checkpoint)) });
    for (const [key, node] of own) {
      if (!nodes.has(key)) bytes += node.length;
      nodes.set(key, node);
    }
  }
  return { bundle: { archived, nodes }, taken };
}

/** A project's id means nothing on another machine. */
async function namesOf(
  { store }: { store: ProjectStorage },
  { projectId, worktree }: Checkpoint,
): Promise<Omit<Archived, "checkpoint">> {
  const project = await store.getProject(projectId);
  return { projectRoot: project?.root ?? worktree, projectName: project?.name ?? "" };
}

/** Returns the size of the bundle, after the archive has given it back whole. */
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

/** Those that someone has pinned meanwhile stay. */
async function deleteExpired(
  { store }: { store: CheckpointStorage },
  ids: readonly string[],
): Promise<number> {
  const found = await Promise.all(ids.map((id) => store.getCheckpoint(id)));
  const expired = found.filter((each): each is NonNullable<typeof each> => each?.retention === "auto");
  return await store.deleteCheckpoints(expired.map(({ id }: Checkpoint) => id));
}
