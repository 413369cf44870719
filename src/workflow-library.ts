import { randomBytes } from "node:crypto";
import { homedir } from "node:os";
import { setTimeout as sleep } from "node:timers/promises";
import { childKeys } from "./checkpoints/state/node/read-node.ts";
import { systemClock } from "./kernel/clock.ts";
import { idsFrom } from "./kernel/ids.ts";
import { pathsFrom } from "./kernel/paths.ts";
import type { Store } from "./kernel/storage/store.ts";
import { systemProcesses } from "./processes/system-processes.ts";
import { readConfig } from "./read-config.ts";
import { createRedactor } from "./redact/create-redactor.ts";
import { openStore } from "./store/open-store.ts";
import type { AnyWorkflow } from "./workflow/definition.ts";
import type { EngineContext } from "./workflow/engine/engine-context.ts";
import { engineContextOf } from "./workflow/engine/engine-context-of.ts";
import { Workflows } from "./workflow/engine/workflows.ts";
import { createWorkspace } from "./workspace/create-workspace.ts";

export { HoldfastError } from "./kernel/errors.ts";
export type { WorkflowRun, WorkflowStep } from "./kernel/workflow-record.ts";
export { type AnyWorkflow, type Workflow, type WorkflowOptions, workflow } from "./workflow/definition.ts";
export type { RunHandle, StartOptions, Workflows } from "./workflow/engine/workflows.ts";
export type { Attempt, StepOptions } from "./workflow/journal/journal.ts";
export type { RetryPolicy } from "./workflow/retry-policy.ts";
export type { WorkflowScope } from "./workflow/scope.ts";

export interface OpenOptions {
  /** The types that this process can run. */
  workflows?: readonly AnyWorkflow[];
  /** A SQLite file (default: the user's Holdfast database, which the command line shows). */
  file?: string;
  /** `postgres://…`: a server instead of the file. */
  url?: string;
  /** PostgreSQL schema (default: holdfast). */
  schema?: string;
  /** An open store, which stays the caller's to close. */
  store?: Store;
  /** The directory of the work (default: the working directory). */
  cwd?: string;
  /** Milliseconds between the checkpoints that are saved while a step takes long (default: 10 minutes). */
  checkpointInterval?: number;
}

/** Opens the engine of durable workflows on a store. Close it, so that another process may go on at once. */
export async function openWorkflows(options: OpenOptions = {}): Promise<Workflows> {
  const store = options.store ?? (await openStoreFor(options));
  const engine = new Workflows(contextOf(store, options), options.workflows ?? []);
  if (options.store) return engine;
  const close = engine.close.bind(engine);
  engine.close = async () => {
    await close();
    await store.close();
  };
  return engine;
}

async function openStoreFor({ file, url, schema }: OpenOptions): Promise<Store> {
  if (file !== undefined) return await openStore({ file, childKeys });
  const paths = pathsFrom(process.env, homedir());
  const { store } = readConfig(paths);
  const server = url ?? process.env["HOLDFAST_DATABASE_URL"] ?? store.url;
  if (server === undefined) return await openStore({ file: paths.database, childKeys });
  return await openStore({ file: paths.database, childKeys, url: server, schema: schema ?? store.schema });
}

function contextOf(store: Store, { cwd = process.cwd(), checkpointInterval }: OpenOptions): EngineContext {
  const redactor = createRedactor();
  const parts = {
    store,
    redactor,
    workspace: createWorkspace(redactor),
    newId: idsFrom((size) => randomBytes(size)),
    clock: systemClock,
    sleep: (ms: number) => sleep(ms),
    processes: systemProcesses,
  };
  const interval = checkpointInterval === undefined ? {} : { checkpointInterval };
  return { ...engineContextOf(parts, cwd), ...interval };
}
