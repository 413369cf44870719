import { createHash } from "node:crypto";
import { hostname } from "node:os";
import { createProgramContext } from "./create-program-context.ts";
import { openProgramStore, type StoreChoice } from "./open-program-store.ts";
import { withServerLock } from "./store/postgres/with-server-lock.ts";
import { openDbosDriver } from "./workflow/dbos/dbos-driver.ts";
import { requeueRuns } from "./workflow/dbos/orphaned-runs.ts";
import type { AnyWorkflow } from "./workflow/definition.ts";
import { Workflows } from "./workflow/engine/workflows.ts";

/** The advisory lock that is held while DBOS creates its tables. Our own migrations use the number before this one. */
const DBOS_MIGRATIONS = 4_738_002;

export interface DbosOptions extends Omit<StoreChoice, "file"> {
  /** A `postgres://…` URL. DBOS's tables and ours are in this database. */
  url: string;
  /** All workflows that this process can run. */
  workflows: readonly AnyWorkflow[];
  /** Schema of DBOS's tables (default: dbos). */
  dbosSchema?: string;
  /**
   * The name of this process among all that use the database (default: the machine's name). When it restarts under this
   * name, any free process continues its runs.
   */
  executorId?: string;
  /**
   * The version of the whole program (default: a hash of the versions of its workflows). DBOS recovers only runs of the
   * same version.
   */
  version?: string;
  /** The directory that the runs belong to (default: the working directory). */
  cwd?: string;
  /** Milliseconds between checkpoints during a long step (default: 10 minutes). */
  checkpointInterval?: number;
}

/**
 * Opens the engine for durable workflows with DBOS as its driver, for use on more than one machine. Runs that this
 * executor had when it died continue immediately, here or in another process of the same version. Closing the engine
 * hands its runs over. A process can have only one such engine.
 */
export async function openDbosWorkflows(options: DbosOptions): Promise<Workflows> {
  const {
    url,
    workflows,
    dbosSchema = "dbos",
    executorId = hostname(),
    version = versionOf(workflows),
  } = options;
  const store = await openProgramStore(options);
  try {
    const ctx = createProgramContext(store, options);
    const exclusively = <T>(work: () => Promise<T>) => withServerLock({ url, lock: DBOS_MIGRATIONS }, work);
    const settings = { url, dbosSchema, executorId, version, exclusively };
    const driver = await openDbosDriver(ctx, workflows, settings);
    const engine = new Workflows(ctx, workflows, driver);
    const close = engine.close.bind(engine);
    engine.close = async () => {
      await close();
      await store.close();
      // Last, because work that is still in progress here must not be recorded next to that of the next process.
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
