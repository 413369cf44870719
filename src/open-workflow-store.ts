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
import { createEngineContext } from "./workflow/engine/create-engine-context.ts";
import type { EngineContext } from "./workflow/engine/engine-context.ts";
import { createWorkspace } from "./workspace/create-workspace.ts";

export interface StoreChoice {
  /** A SQLite file (default: the user's Holdfast database, which the command line shows). */
  file?: string;
  /** A `postgres://…` URL of a server to use instead of a file. */
  url?: string;
  /** PostgreSQL schema (default: holdfast). */
  schema?: string;
}

/** Opens the store of a program with workflows: a file, a server, or the store of the settings. */
export async function openWorkflowStore({ file, url, schema }: StoreChoice): Promise<Store> {
  if (file !== undefined) return await openStore({ file, childKeys });
  const paths = pathsFrom(process.env, homedir());
  const { store } = readConfig(paths);
  const server = url ?? process.env["HOLDFAST_DATABASE_URL"] ?? store.url;
  if (server === undefined) return await openStore({ file: paths.database, childKeys });
  return await openStore({ file: paths.database, childKeys, url: server, schema: schema ?? store.schema });
}

export function createProgramContext(
  store: Store,
  { cwd = process.cwd(), checkpointInterval }: { cwd?: string; checkpointInterval?: number },
): EngineContext {
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
  return { ...createEngineContext(parts, cwd), ...interval };
}
