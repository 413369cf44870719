import { DBOSClient } from "@dbos-inc/dbos-sdk";
import { HoldfastError } from "../../kernel/errors.ts";
import type { AnyWorkflow } from "../definition.ts";
import type { EngineContext } from "../engine/engine-context.ts";
import { DBOS_GOES_ON } from "../engine/owner.ts";

const GIVE_UP_MS = 10_000;
const SILENT = { info() {}, debug() {}, warn() {}, error() {} };

/** Where DBOS's runs are, and who had them. */
export interface Leaving {
  url: string;
  dbosSchema: string;
  executorId: string;
}

/**
 * Keeps the runs that an executor left where they are, unless their type is recovered without asking: DBOS itself would continue
 * with all of them. They count as interrupted until someone resumes them.
 */
export async function holdRuns(
  { store, clock }: Pick<EngineContext, "store" | "clock">,
  definitions: readonly AnyWorkflow[],
  leaving: Leaving,
): Promise<void> {
  const types = new Set(definitions.filter(({ recovery }) => recovery !== "auto").map(({ type }) => type));
  if (types.size === 0) return;
  await withLeftRuns(leaving, async (client, ids) => {
    for (const id of ids) {
      const run = await store.getRun(id);
      if (!run || !types.has(run.type) || run.attempts === 0) continue;
      // In this order: if it ends in between, the next start of this executor finds the run and does both again.
      await store.changeRun({ runId: id, fence: run.fence }, { leaseUntil: null, updatedAt: clock() });
      await client.cancelWorkflow(id);
    }
  });
}

/** Lets DBOS continue a run that was held, once it is begun again. */
export async function releaseRun({ store }: Pick<EngineContext, "store">, id: string): Promise<void> {
  const run = await store.getRun(id);
  if (run) await store.changeRun({ runId: id, fence: run.fence }, { leaseUntil: DBOS_GOES_ON });
}

/**
 * Puts the runs of an executor that stopped into DBOS's queue. DBOS gives a run to any process that is free, not to the one
 * that began it, so that the runs of one that leaves for good would otherwise be stranded. Without the database they stay
 * where they are, until a process starts under this name.
 */
export async function handOverRuns(leaving: Leaving): Promise<void> {
  await withLeftRuns(leaving, async (client, ids) => {
    await client.resumeWorkflows(ids);
  }).catch(() => {});
}

async function withLeftRuns(
  { url, dbosSchema, executorId }: Leaving,
  work: (client: DBOSClient, ids: string[]) => Promise<void>,
): Promise<void> {
  const client = await DBOSClient.create({
    systemDatabaseUrl: url,
    systemDatabaseSchemaName: dbosSchema,
    systemDatabasePoolSize: 1,
    logger: SILENT,
  });
  const find = async () => {
    const left = await client.listWorkflows({ status: "PENDING", executorId, loadInput: false });
    if (left.length > 0)
      await work(
        client,
        left.map(({ workflowID }) => workflowID),
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
