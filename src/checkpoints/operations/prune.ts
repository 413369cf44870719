import * as z from "zod";
import type { Context } from "../../kernel/context.ts";
import { defineOperation } from "../../kernel/operation.ts";
import type { Checkpoint } from "../../kernel/record.ts";
import { expired } from "../retention.ts";

const DAY_MS = 86_400_000;
const TRASH_DAYS = 7;
const SLICE = 200;

export const prune = defineOperation({
  name: "prune",
  summary: "Delete what retention says and give the space back",
  readOnly: false,
  input: z.object({ dryRun: z.coerce.boolean().default(false).describe("Only tell what would be deleted") }),
  output: z.object({
    checkpoints: z.number(),
    nodes: z.number(),
    bytes: z.number(),
    released: z.number(),
    dryRun: z.boolean(),
  }),
  async run(ctx, { dryRun }) {
    const doomed = await findDoomed(ctx);
    if (dryRun) return { checkpoints: doomed.length, nodes: 0, bytes: 0, released: 0, dryRun };
    for (let at = 0; at < doomed.length; at += SLICE)
      await ctx.store.deleteCheckpoints(doomed.slice(at, at + SLICE));
    return { checkpoints: doomed.length, ...(await sweep(ctx)), dryRun };
  },
});

/** Ids that retention lets go, and those that have been in the trash for a week. */
async function findDoomed({ store, clock, config }: Context): Promise<string[]> {
  const now = clock();
  const { retentionDays, maxCheckpointsPerSession } = config.continuity;
  const everything: Checkpoint[] = [];
  for (let after: string | undefined; ; ) {
    const page = await store.listCheckpoints({
      ...(after ? { after } : {}),
      includeTrashed: true,
      includeAbandoned: true,
      limit: 1_000,
    });
    everything.push(...page);
    after = page.at(-1)?.id;
    if (page.length < 1_000) break;
  }
  const inUse = everything.filter(({ trashedAt }) => trashedAt === null);
  const trashed = everything.filter(
    ({ trashedAt }) => trashedAt !== null && trashedAt < now - TRASH_DAYS * DAY_MS,
  );
  const old = expired(inUse, { now, retentionDays, maxPerSession: maxCheckpointsPerSession });
  return [...trashed, ...old].map(({ id }) => id);
}

async function sweep({ store }: Context) {
  const total = { nodes: 0, bytes: 0, released: 0 };
  for (let done = false; !done; ) {
    const slice = await store.sweepNodes({ maxNodes: 1_000 });
    total.nodes += slice.nodes;
    total.bytes += slice.bytes;
    done = slice.done;
  }
  for (;;) {
    const released = await store.releaseSpace();
    total.released += released;
    if (released === 0) return total;
  }
}
