import * as z from "zod";
import type { Context } from "../kernel/context.ts";
import type { CheckpointStorage } from "../kernel/storage/checkpoint-storage.ts";
import type { NodeStorage } from "../kernel/storage/node-storage.ts";
import type { ProjectStorage } from "../kernel/storage/project-storage.ts";
import { readRewind } from "../rewind/marks/mark-state.ts";

/** The size of explorations, and of the reports that replaced them. */
export const RewindTotals = z.object({
  rewinds: z.number(),
  /** Number of rewinds whose tokens the client reports. The sums include only these. */
  measured: z.number(),
  spanTokens: z.number(),
  reportTokens: z.number(),
});
export type RewindTotals = z.infer<typeof RewindTotals>;

const DAY_MS = 86_400_000;
const MAX_RECORDS = 1_000;

type MeasureDeps = Pick<Context, "clock" | "workspace" | "caller"> & {
  store: CheckpointStorage & NodeStorage & ProjectStorage;
};

/**
 * Sums up the rewinds of the last days in this project or in all. A fork at the same mark does not count separately.
 */
export async function measureRewinds(
  ctx: MeasureDeps,
  asked: { all: boolean; days: number },
): Promise<RewindTotals> {
  const { store } = ctx;
  const filter = await resolveFilter(ctx, asked);
  const records = await store.listCheckpoints({ ...filter, kind: "mark", includeAbandoned: true });
  const totals = { rewinds: 0, measured: 0, spanTokens: 0, reportTokens: 0 };
  const marks = new Set<string | null>();
  for (const record of records.filter(({ trigger }) => trigger === "rewind").toReversed()) {
    if (marks.has(record.parentId)) continue;
    marks.add(record.parentId);
    totals.rewinds += 1;
    const { spanTokens = null, reportTokens = 0 } = (await readRewind(store, record)) ?? {};
    if (spanTokens === null) continue;
    totals.measured += 1;
    totals.spanTokens += spanTokens;
    totals.reportTokens += reportTokens;
  }
  return totals;
}

async function resolveFilter(ctx: MeasureDeps, { all, days }: { all: boolean; days: number }) {
  const recent = { since: ctx.clock() - days * DAY_MS, limit: MAX_RECORDS };
  if (all) return recent;
  const { projectRoot } = await ctx.workspace.locate(ctx.caller.cwd);
  return { ...recent, projectId: (await ctx.store.findProjectByRoot(projectRoot))?.id ?? "" };
}
