import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import { flag } from "../../kernel/flag.ts";
import { defineOperation } from "../../kernel/operation.ts";
import type { CheckpointStorage } from "../../kernel/storage/checkpoint-storage.ts";
import type { MaintenanceStorage } from "../../kernel/storage/maintenance-storage.ts";
import type { WorkflowStorage } from "../../kernel/storage/workflow-storage.ts";
import type { WorkflowRun } from "../../kernel/workflow-record.ts";
import { allCheckpoints } from "../all-checkpoints.ts";
import { createRetentionPolicy } from "../retention.ts";

const DAY_MS = 86_400_000;
const TRASH_DAYS = 7;
/** Much longer than a hook's event may wait in the spool. */
const EVENT_DAYS = 30;
const EVENTS_AT_ONCE = 500;
/** Much longer than any hook repeats a request for the same reply. */
const REPLY_MS = 600_000;
const SLICE = 200;
const SWEPT_AT_ONCE = 300;

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
    /** Keys of state nodes that cannot be read; `inspect` of their checkpoints falls back to the parent. */
    damaged: z.array(z.string()),
    dryRun: z.boolean(),
  }),
  async run(ctx, { dryRun }) {
    let checkpoints = 0;
    for await (const ids of findExpired(ctx)) {
      checkpoints += ids.length;
      if (!dryRun) await turn(() => ctx.store.deleteCheckpoints(ids));
    }
    if (!dryRun) await forget(ctx);
    const swept = dryRun ? { nodes: 0, bytes: 0, released: 0, damaged: [] } : await sweep(ctx);
    return { checkpoints, ...swept, dryRun };
  },
});

/** Expired ids and those in the trash for more than a week, in slices. */
async function* findExpired({
  store,
  clock,
  config,
}: Pick<Context, "clock" | "config"> & { store: CheckpointStorage }): AsyncGenerator<string[]> {
  const now = clock();
  const { retentionDays, maxCheckpointsPerSession } = config.continuity;
  const isExpired = createRetentionPolicy({ now, retentionDays, maxPerSession: maxCheckpointsPerSession });
  let ids: string[] = [];
  for await (const checkpoint of allCheckpoints(store, { includeTrashed: true, includeAbandoned: true })) {
    const { id, trashedAt } = checkpoint;
    const goes = trashedAt === null ? isExpired(checkpoint) : trashedAt < now - TRASH_DAYS * DAY_MS;
    if (goes) ids.push(id);
    if (ids.length < SLICE) continue;
    yield ids;
    ids = [];
  }
  if (ids.length > 0) yield ids;
}

async function forget({
  store,
  clock,
  config,
}: Pick<Context, "clock" | "config"> & { store: MaintenanceStorage & WorkflowStorage }): Promise<void> {
  const now = clock();
  while ((await turn(() => store.dropReplies(now - REPLY_MS, EVENTS_AT_ONCE))) > 0);
  const events = now - EVENT_DAYS * DAY_MS;
  while ((await turn(() => store.forgetEvents(events, EVENTS_AT_ONCE))) > 0);
  const sessions = Math.min(events, now - config.continuity.retentionDays * DAY_MS);
  while ((await turn(() => store.forgetSessions(sessions, SLICE))) > 0);
  for (const status of ["completed", "cancelled"] as const)
    await forgetRuns(store, { status, updatedBefore: events });
}

/** What runs recorded that have ended and that nobody forked. Those that failed or wait for a person are kept. */
async function forgetRuns(
  store: WorkflowStorage,
  ended: { status: "completed" | "cancelled"; updatedBefore: number },
): Promise<void> {
  let after: WorkflowRun | undefined;
  do {
    const page = await store.listRuns({ ...ended, ...(after ? { after } : {}), limit: SLICE });
    await turn(() => store.deleteRuns(page.map(({ id }) => id)));
    after = page.length === SLICE ? page.at(-1) : undefined;
  } while (after);
}

async function sweep({ store }: { store: MaintenanceStorage }) {
  const total = { nodes: 0, bytes: 0, released: 0, damaged: [] as string[] };
  for (let done = false; !done; ) {
    const slice = await turn(() => store.sweepNodes({ maxNodes: SWEPT_AT_ONCE }));
    total.nodes += slice.nodes;
    total.bytes += slice.bytes;
    total.damaged = slice.damaged;
    done = slice.done;
  }
  for (;;) {
    const released = await turn(() => store.releaseSpace());
    total.released += released;
    if (released === 0) return total;
  }
}

/** Runs one slice. Between two slices other work of this process continues, such as a hook in the daemon. */
async function turn<T>(slice: () => Promise<T>): Promise<T> {
  await new Promise(setImmediate);
  return await slice();
}
