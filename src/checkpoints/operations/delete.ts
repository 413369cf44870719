import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { defineOperation, flag } from "../../kernel/operation.ts";
import type { CheckpointStorage, StoredCheckpoint } from "../../kernel/storage/checkpoint-storage.ts";
import type { DeliveryStorage } from "../../kernel/storage/delivery-storage.ts";
import type { ProjectStorage } from "../../kernel/storage/project-storage.ts";
import type { PendingReply, ReplyStorage } from "../../kernel/storage/reply-storage.ts";
import { noteDeletedSessions, noteKeptSessions } from "../../sessions/deleted-sessions.ts";
import { isDeliveryOf } from "../../sessions/is-delivery-of.ts";
import { allCheckpoints } from "../all-checkpoints.ts";
import { findByNameOrId } from "../find-checkpoint.ts";

/** Maximum number of candidates in an error message. */
const MAX_CANDIDATES = 20;
const UNITS = { m: 60_000, h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 } as const;

/** Not called `delete`, which is a reserved word. */
export const deleteOperation = defineOperation({
  name: "delete",
  group: "checkpoints",
  summary: "Move checkpoints to the trash for a week",
  positional: ["id"],
  tool: "checkpoint_delete",
  guidance: "Call it only when the user asks for it. Within a week, undo brings a checkpoint back.",
  destructive: true,
  readOnly: false,
  input: z.object({
    id: z.string().max(200).optional().describe("Checkpoint id or name"),
    olderThan: z
      .string()
      .regex(/^[1-9][0-9]{0,4}[mhdw]$/, "give a duration such as 30m, 12h, 7d, or 2w")
      .optional()
      .describe("Minimum age of unnamed checkpoints to delete (30m, 12h, 7d, 2w)"),
    undo: flag("Restore the checkpoint from the trash"),
    dryRun: flag("Show what would be deleted"),
  }),
  output: z.object({
    deleted: z.array(z.string()),
    undone: z.array(z.string()),
    /** Checkpoints that already were in the requested state. */
    unchanged: z.array(z.object({ id: z.string(), isTrashed: z.boolean() })),
    dryRun: z.boolean(),
  }),
  async run(ctx, { id, olderThan, undo, dryRun }) {
    if (undo && id === undefined)
      throw new HoldfastError("invalid_input", "--undo needs the id of a checkpoint.");
    if ((id === undefined) === (olderThan === undefined)) {
      throw new HoldfastError("invalid_input", "Give either a checkpoint id or --older-than.");
    }
    if (id !== undefined) return await changeOne(ctx, id, { undo, dryRun });
    const now = ctx.clock();
    const ids = await findOlderIds(ctx, now - parseDuration(olderThan ?? ""));
    return { deleted: dryRun ? ids : await setTrashed(ctx, ids, now), undone: [], unchanged: [], dryRun };
  },
});

type DeleteStorage = CheckpointStorage & DeliveryStorage & ReplyStorage;

async function changeOne(
  ctx: Pick<Context, "workspace" | "caller" | "clock" | "paths"> & { store: DeleteStorage & ProjectStorage },
  text: string,
  { undo, dryRun }: { undo: boolean; dryRun: boolean },
) {
  const { id, trashedAt } = await findOne(ctx, text, { isTrashed: undo });
  const isTrashed = trashedAt !== null;
  if (isTrashed !== undo) return { deleted: [], undone: [], unchanged: [{ id, isTrashed }], dryRun };
  const ids = dryRun ? [id] : await setTrashed(ctx, [id], undo ? null : ctx.clock());
  return { deleted: undo ? [] : ids, undone: undo ? ids : [], unchanged: [], dryRun };
}

/** Throws `ambiguous_id` if several have the name. */
async function findOne(
  ctx: Pick<Context, "workspace" | "caller"> & { store: CheckpointStorage & ProjectStorage },
  text: string,
  { isTrashed }: { isTrashed: boolean },
): Promise<StoredCheckpoint> {
  const name = text.trim();
  const project = await ctx.store.findProjectByRoot((await ctx.workspace.locate(ctx.caller.cwd)).projectRoot);
  const filter = { projectId: project?.id ?? "", name, includeTrashed: isTrashed, limit: MAX_CANDIDATES };
  const named = (await ctx.store.listCheckpoints(filter)).filter(
    ({ trashedAt }) => (trashedAt !== null) === isTrashed,
  );
  const [only, another] = named;
  if (only && !another) return only;
  if (!only) return await findByNameOrId(ctx, name);
  const candidates = named.map(({ id }) => id);
  throw new HoldfastError(
    "ambiguous_id",
    `Several checkpoints are named "${name}": ${candidates.join(", ")}.`,
    {
      details: { candidates },
      next: "Pass the id of one of them.",
    },
  );
}

/** Moves checkpoints to the trash or back. Returns those that still existed. */
async function setTrashed(
  { store, paths }: Pick<Context, "paths"> & { store: DeleteStorage },
  ids: readonly string[],
  trashedAt: number | null,
): Promise<string[]> {
  const done: string[] = [];
  for (const id of ids) if (await store.updateCheckpoint(id, { trashedAt })) done.push(id);
  const sessions = await sessionsOf(store, done);
  if (trashedAt === null) {
    noteKeptSessions({ paths }, [...sessions]);
    return done;
  }
  await withdrawDeliveries({ store }, done);
  const deleted: string[] = [];
  for (const sessionId of sessions)
    if ((await store.listCheckpoints({ sessionId, includeAbandoned: true, limit: 1 })).length === 0)
      deleted.push(sessionId);
  noteDeletedSessions({ paths }, deleted);
  return done;
}

async function sessionsOf(store: CheckpointStorage, ids: readonly string[]): Promise<Set<string>> {
  const sessions = new Set<string>();
  for (const id of ids) {
    const sessionId = (await store.getCheckpoint(id))?.sessionId;
    if (sessionId) sessions.add(sessionId);
  }
  return sessions;
}

/** Pinned checkpoints are deleted only by id. */
async function findOlderIds(
  {
    store,
    workspace,
    caller,
  }: Pick<Context, "workspace" | "caller"> & { store: CheckpointStorage & ProjectStorage },
  until: number,
): Promise<string[]> {
  const project = await store.findProjectByRoot((await workspace.locate(caller.cwd)).projectRoot);
  if (!project) return [];
  const ids: string[] = [];
  for await (const { id, retention } of allCheckpoints(store, {
    projectId: project.id,
    until,
    includeAbandoned: true,
  }))
    if (retention !== "pinned") ids.push(id);
  return ids;
}

function parseDuration(text: string): number {
  const unit = text.slice(-1) as keyof typeof UNITS;
  return Number(text.slice(0, -1)) * UNITS[unit];
}

const MAX_PENDING = 1_000;

/** Gives up what is pending because of these checkpoints, so that no later reply brings a record that was deleted. */
async function withdrawDeliveries(
  { store }: { store: DeliveryStorage & ReplyStorage },
  checkpointIds: readonly string[],
): Promise<void> {
  const pending = await store.listPendingReplies({ limit: MAX_PENDING });
  const withdrawn: PendingReply[] = [];
  for (const session of new Set(pending.map(({ sessionId }) => sessionId))) {
    const deliveries = (await store.listDeliveries(session)).filter(
      ({ checkpointId }) => checkpointId !== null && checkpointIds.includes(checkpointId),
    );
    withdrawn.push(...pending.filter((one) => deliveries.some((each) => isDeliveryOf(each, one))));
  }
  await store.deletePendingReplies(withdrawn.map(({ id }) => id));
}
