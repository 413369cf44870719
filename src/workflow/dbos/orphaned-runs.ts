import { DBOSClient } from "@dbos-inc/dbos-sdk";
import { HoldfastError } from "../../kernel/errors.ts";
import type { AnyWorkflow } from "../definition.ts";
import type { EngineContext } from "../engine/engine-context.ts";
import { DBOS_CONTINUES } from "../engine/owner.ts";

const GIVE_UP_MS = 10_000;
const SILENT = { info() {}, debug() {}, warn() {}, error() {} };

/** An executor of DBOS, and the database with its runs. */
export interface DbosExecutor {
  url: string;
  dbosSchema: string;
  executorId: string;
}

/**
 * Keeps DBOS from continuing the runs that an executor left behind, unless their type is recovered automatically. The
 * suspended runs count as interrupted until someone resumes them.
 */
export async function suspendRuns(
  { store, clock }: Pick<EngineContext, "store" | "clock">,
  definitions: readonly AnyWorkflow[],
  executor: DbosExecutor,
): Promise<void> {
  const types = new Set(definitions.filter(({ recovery }) => recovery !== "auto").map(({ type }) => type));
  if (types.size === 0) return;
  await withOrphanedRuns(executor, async (client, ids) => {
    for (const id of ids) {
      const run = await store.getRun(id);
      if (!run || !types.has(run.type) || run.attempts === 0) continue;
      // In this order: if this process dies in between, the next start of the executor finds the run and repeats both.
      await store.changeRun({ runId: id, fence: run.fence }, { leaseUntil: null, updatedAt: clock() });
      await client.cancelWorkflow(id);
    }
  });
}

/** Lets DBOS continue a suspended run that is being resumed. */
export async function releaseRun({ store }: Pick<EngineContext, "store">, id: string): Promise<void> {
  const run = await store.getRun(id);
  if (run) await store.changeRun({ runId: id, fence: run.fence }, { leaseUntil: DBOS_CONTINUES });
}

/**
 * Puts the runs of a stopped executor into DBOS's queue, from which DBOS gives them to any free process. Otherwise, the
 * runs of an executor that never returns would be stranded. If the database cannot be reached, they wait until a
 * process starts under this name.
 */
export async function requeueRuns(executor: DbosExecutor): Promise<void> {
  await withOrphanedRuns(executor, async (client, ids) => {
    await client.resumeWorkflows(ids);
  }).catch(() => {});
}

async function withOrphanedRuns(
  { url, dbosSchema, executorId }: DbosExecutor,
  work: (client: DBOSClient, ids: string[]) => Promise<void>,
): Promise<void> {
  const client = await DBOSClient.create({
    systemDatabaseUrl: url,
    systemDatabaseSchemaName: dbosSchema,
    systemDatabasePoolSize: 1,
    logger: SILENT,
  });
  const find = async () => {
    const orphaned = await client.listWorkflows({ status: "PENDING", executorId, loadInput: false });
    if (orphaned.length > 0)
      await work(
        client,
        orphaned.map(({ workflowID }) => workflowID),
      );
  };
  let timer: NodeJS.Timeout | undefined;
  const giveUp = new Promise<never>((_, reject) => {
    const late = () =>
      reject(new HoldfastError("store_busy", `DBOS's tables did not respond within ${GIVE_UP_MS} ms.`));
    timer = setTimeout(late, GIVE_UP_MS);
  });
  try {
    await Promise.race([find(), giveUp]); // DBOS itself would retry forever
  } finally {
    clearTimeout(timer);
    await client.destroy();
  }
}
