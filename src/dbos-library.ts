import { createHash } from "node:crypto";
import { hostname } from "node:os";
import { engineContextFor, openWorkflowStore, type StoreChoice } from "./open-workflow-store.ts";
import { withServerLock } from "./store/postgres/with-server-lock.ts";
import { openDbosDriver } from "./workflow/dbos/dbos-driver.ts";
import { requeueRuns } from "./workflow/dbos/orphaned-runs.ts";
import type { AnyWorkflow } from "./workflow/definition.ts";
import { Workflows } from "./workflow/engine/workflows.ts";

/** The advisory lock under which DBOS's tables are made; our own migrations have the one before. */
const DBOS_MIGRATIONS = 4_738_002;

export interface DbosOptions extends Omit<StoreChoice, "file"> {
  /** `postgres://…`: DBOS's tables and ours are in this database. */
  url: string;
  /** All types that this process can run. */
  workflows: readonly AnyWorkflow[];
  /** Schema of DBOS's tables (default: dbos). */
  dbosSchema?: string;
  /** Names this process among all that use the database (default: the machine's name). When it starts again under its name, whichever process is free continues its runs. */
  executorId?: string;
  /** Of the whole program (default: a hash of the versions of its workflows). DBOS recovers only runs of the same one. */
  version?: string;
  /** The directory of the work (default: the working directory). */
  cwd?: string;
  /** Milliseconds between the checkpoints that are saved while a step takes long (default: 10 minutes). */
  checkpointInterval?: number;
}

/**
 * Opens the engine of durable workflows with DBOS as its driver, for more than one machine. At once the runs that this
 * executor had when it died continue, here or in another process of the same version. Closing it hands its runs over. A process
 * can have one such engine.
 */
export async function openDbosWorkflows(options: DbosOptions): Promise<Workflows> {
  const {
    url,
    workflows,
    dbosSchema = "dbos",
    executorId = hostname(),
    version = versionOf(workflows),
  } = options;
  const store = await openWorkflowStore(options);
  try {
    const ctx = engineContextFor(store, options);
    const exclusively = <T>(work: () => Promise<T>) => withServerLock({ url, lock: DBOS_MIGRATIONS }, work);
    const settings = { url, dbosSchema, executorId, version, exclusively };
    const driver = await openDbosDriver(ctx, workflows, settings);
    const engine = new Workflows(ctx, workflows, driver);
    const close = engine.close.bind(engine);
    engine.close = async () => {
      await close();
      await store.close();
      // Last: what this process is still doing must not be recorded beside the next one's work.
      await requeueRuns({ url, dbosSchema, executorId });
    };
    return engine;
  } catch (error) {
    await store.close();
    throw error;
  }
}

function versionOf(workflows: readonly AnyWorkflow[]): string {
  const versions = workflows.map(({ type, version }) => `${type} ${version}`).toSorted();
  return createHash("sha256").update(versions.join("\n")).digest("hex").slice(0, 12);
}
