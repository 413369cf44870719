import { DBOSClient } from "@dbos-inc/dbos-sdk";

const GIVE_UP_MS = 10_000;
const SILENT = { info() {}, debug() {}, warn() {}, error() {} };

/** Where DBOS's runs are, and who had them. */
export interface Leaving {
  url: string;
  dbosSchema: string;
  executorId: string;
}

/**
 * Puts the runs of an executor that stopped into DBOS's queue. DBOS gives a run to any process that is free, not to the one
 * that began it, so that one that leaves for good may have runs that nobody would go on with. Without the database they stay
 * where they are, until a process starts under this name.
 */
export async function handOverRuns({ url, dbosSchema, executorId }: Leaving): Promise<void> {
  const client = await DBOSClient.create({
    systemDatabaseUrl: url,
    systemDatabaseSchemaName: dbosSchema,
    systemDatabasePoolSize: 1,
    logger: SILENT,
  });
  const hand = async () => {
    const left = await client.listWorkflows({ status: "PENDING", executorId, loadInput: false });
    if (left.length > 0) await client.resumeWorkflows(left.map(({ workflowID }) => workflowID));
  };
  let timer: NodeJS.Timeout | undefined;
  const giveUp = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, GIVE_UP_MS);
  });
  try {
    await Promise.race([hand().catch(() => {}), giveUp]); // DBOS itself would try for ever
  } finally {
    clearTimeout(timer);
    await client.destroy();
  }
}
