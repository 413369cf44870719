import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { defineOperation, flag } from "../../kernel/operation.ts";
import type { Archive } from "../../kernel/ports/archive.ts";
import type { CheckpointStorage } from "../../kernel/storage/checkpoint-storage.ts";
import type { MaintenanceStorage } from "../../kernel/storage/maintenance-storage.ts";
import type { WorkflowStorage } from "../../kernel/storage/workflow-storage.ts";
import type { WorkflowRun } from "../../kernel/workflow-record.ts";
import { noteDeletedSessions } from "../../sessions/deleted-sessions.ts";
import { allCheckpoints } from "../all-checkpoints.ts";
import { type ArchivingContext, archiveAndDelete, finishArchiving } from "../archive/archive-checkpoints.ts";
import { checkpointsOf, findExpiredSnapshots, findNamedSnapshots } from "../expired-snapshots.ts";
import { createRetentionPolicy, retentionRules } from "../retention.ts";

const DAY_MS = 86_400_000;
const TRASH_DAYS = 7;
/** Much longer than an event can stay in the spool. */
const EVENT_DAYS = 30;
const EVENT_BATCH = 500;
/** Much longer than a hook retries a request for the same reply. */
const REPLY_MS = 600_000;
const SLICE = 200;
const SWEEP_BATCH = 300;

export const prune = defineOperation({
  name: "prune",
  group: "checkpoints",
  summary: "Delete expired checkpoints and reclaim disk space",
  readOnly: false,
  input: z.object({ dryRun: flag("Show what would be deleted") }),
  output: z.object({
    checkpoints: z.number(),
    nodes: z.number(),
    bytes: z.number(),
    released: z.number(),
    /** Keys of unreadable state nodes. For their checkpoints, `inspect` falls back to the parent. */
    damaged: z.array(z.string()),
    /** Snapshots of files that were deleted, and the space that this gave back. A dry run does not count them. */
    snapshots: z.number(),
    snapshotBytes: z.number(),
    dryRun: z.boolean(),
    /** Why expired checkpoints could not be archived and were kept; null if there was no problem. */
    warning: z.string().nullable(),
  }),
  async run(ctx, { dryRun }) {
    const { checkpoints, warning } = dryRun
      ? { checkpoints: await countExpired(ctx), warning: null }
      : await deleteExpired(ctx);
    if (!dryRun) await deleteOldRecords(ctx);
    const files = dryRun ? NO_FILES : await pruneSnapshots(ctx);
    const swept = dryRun ? { nodes: 0, bytes: 0, released: 0, damaged: [] } : await sweep(ctx);
    return { checkpoints, ...swept, ...files, dryRun, warning };
  },
});

const NO_FILES = { snapshots: 0, snapshotBytes: 0 };

/** Another process may be capturing, and git may be missing. Neither keeps checkpoints from being pruned. */
async function pruneSnapshots({
  snapshots,
  store,
  config,
  clock,
  log,
}: Pick<Context, "snapshots" | "store" | "config" | "clock" | "log">): Promise<typeof NO_FILES> {
  try {
    const now = clock();
    const pruned = await snapshots.prune({
      now,
      findNamed: async (all) => findNamedSnapshots(all, await store.getCheckpoints(checkpointsOf(all))),
      findExpired: (all, known) => findExpiredSnapshots(all, config.snapshots, { now, ...known }),
    });
    for (const error of pruned.failures) log.error("prune snapshots", error);
    return { snapshots: pruned.snapshots, snapshotBytes: pruned.bytes };
  } catch (error) {
    log.error("prune snapshots", error);
    return NO_FILES;
  }
}

type ExpiryDeps = Pick<Context, "clock" | "config"> & { store: CheckpointStorage };

async function countExpired(ctx: ExpiryDeps): Promise<number> {
  let count = 0;
  for await (const { cold, trashed } of findExpired(ctx)) count += cold.length + trashed.length;
  return count;
}

/** Trashed checkpoints are deleted without being archived. If the archive is unavailable, the others are kept. */
async function deleteExpired(
  ctx: ExpiryDeps & ArchivingContext & Pick<Context, "archive" | "log">,
): Promise<{ checkpoints: number; warning: string | null }> {
  const { store } = ctx;
  let warning: string | null = null;
  const attempt = async (work: (archive: Archive) => Promise<number>): Promise<number> => {
    try {
      return ctx.archive && warning === null ? await work(await ctx.archive()) : 0;
    } catch (error) {
      if (!(error instanceof HoldfastError)) throw error;
      warning = ctx.redactor.text(error.message);
      ctx.log.error("archive expired checkpoints", error);
      return 0;
    }
  };
  let checkpoints = await attempt((archive) => finishArchiving(ctx, archive));
  for await (const { cold, trashed } of findExpired(ctx)) {
    checkpoints += await runSlice(() => store.deleteCheckpoints(trashed));
    checkpoints += await runSlice(() =>
      ctx.archive
        ? attempt((archive) => archiveAndDelete(ctx, archive, cold))
        : store.deleteCheckpoints(cold),
    );
  }
  return { checkpoints, warning };
}

/** Finds expired checkpoints, and those in the trash for more than a week. Yields them in slices. */
async function* findExpired({
  store,
  clock,
  config,
}: ExpiryDeps): AsyncGenerator<{ cold: string[]; trashed: string[] }> {
  const now = clock();
  const tierOf = createRetentionPolicy(retentionRules(config, now));
  let slice = { cold: [] as string[], trashed: [] as string[] };
  for await (const checkpoint of allCheckpoints(store, { includeTrashed: true, includeAbandoned: true })) {
    const { id, trashedAt } = checkpoint;
    if (trashedAt === null && tierOf(checkpoint) === "cold") slice.cold.push(id);
    if (trashedAt !== null && trashedAt < now - TRASH_DAYS * DAY_MS) slice.trashed.push(id);
    if (slice.cold.length + slice.trashed.length < SLICE) continue;
    yield slice;
    slice = { cold: [], trashed: [] };
  }
  if (slice.cold.length + slice.trashed.length > 0) yield slice;
}

async function deleteOldRecords({
  store,
  clock,
  config,
  paths,
}: Pick<Context, "clock" | "config" | "paths"> & {
  store: MaintenanceStorage & WorkflowStorage;
}): Promise<void> {
  const now = clock();
  while ((await runSlice(() => store.dropReplies(now - REPLY_MS, EVENT_BATCH))) > 0);
  const events = now - EVENT_DAYS * DAY_MS;
  while ((await runSlice(() => store.forgetEvents(events, EVENT_BATCH))) > 0);
  const { retentionDays, keepSessionsDays } = config.continuity;
  const sessions = now - Math.max(EVENT_DAYS, retentionDays, keepSessionsDays) * DAY_MS;
  for (let ids: string[] | undefined; ids === undefined || ids.length > 0; ) {
    ids = await runSlice(() => store.forgetSessions(sessions, SLICE));
    noteDeletedSessions({ paths }, ids);
  }
  for (const status of ["completed", "cancelled"] as const)
    await deleteOldRuns(store, { status, updatedBefore: events });
}

/** Deletes runs that have ended, unless a fork needs them. Runs that failed or wait for a person are kept. */
async function deleteOldRuns(
  store: WorkflowStorage,
  ended: { status: "completed" | "cancelled"; updatedBefore: number },
): Promise<void> {
  let after: WorkflowRun | undefined;
  do {
    const page = await store.listRuns({ ...ended, ...(after ? { after } : {}), limit: SLICE });
    await runSlice(() => store.deleteRuns(page.map(({ id }) => id)));
    after = page.length === SLICE ? page.at(-1) : undefined;
  } while (after);
}

async function sweep({ store }: { store: MaintenanceStorage }) {
  const total = { nodes: 0, bytes: 0, released: 0, damaged: [] as string[] };
  for (let done = false; !done; ) {
    const slice = await runSlice(() => store.sweepNodes({ maxNodes: SWEEP_BATCH }));
    total.nodes += slice.nodes;
    total.bytes += slice.bytes;
    total.damaged = slice.damaged;
    done = slice.done;
  }
  for (;;) {
    const released = await runSlice(() => store.releaseSpace());
    total.released += released;
    if (released === 0) return total;
  }
}

/** Runs one slice of work. Yields first, so that other work of this process continues between slices, such as hooks. */
async function runSlice<T>(slice: () => Promise<T>): Promise<T> {
  await new Promise(setImmediate);
  return await slice();
}
