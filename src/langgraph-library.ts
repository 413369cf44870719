import { randomBytes } from "node:crypto";
import { homedir } from "node:os";
import { childKeys } from "./checkpoints/state/node/read-node.ts";
import { systemClock } from "./kernel/clock.ts";
import { idsFrom } from "./kernel/ids.ts";
import { pathsFrom } from "./kernel/paths.ts";
import type { RetentionClass } from "./kernel/record.ts";
import type { Store } from "./kernel/storage/store.ts";
import { HoldfastSaver } from "./langgraph/holdfast-saver.ts";
import { createRedactor } from "./redact/create-redactor.ts";
import { locateDirectory } from "./sessions/locate-directory.ts";
import { openStore } from "./store/open-store.ts";
import { createWorkspace } from "./workspace/create-workspace.ts";

export { HoldfastSaver } from "./langgraph/holdfast-saver.ts";

export interface SaverOptions {
  /** A SQLite file (default: the user's Holdfast database, which the command line shows). */
  file?: string;
  /** A `postgres://…` URL of a server to use instead of a file. */
  url?: string;
  /** PostgreSQL schema (default: holdfast). */
  schema?: string;
  /** An open store. The caller has to close it. */
  store?: Store;
  /** The directory that the threads belong to (default: the working directory). */
  cwd?: string;
  /** `pinned` keeps threads until they are deleted; `auto` lets `holdfast prune` delete old ones (default: pinned). */
  retention?: RetentionClass;
  /** Promises that the graph never changes a value in its state in place. A step then only costs what is new in it. */
  immutable?: boolean;
  /**
   * Redacts secrets in states and pending writes before they are stored (default: false). A graph that is resumed or
   * invoked again reads placeholders instead of them.
   */
  redact?: boolean;
}

export type OpenSaver = HoldfastSaver & { close(): Promise<void> };

/** Opens a checkpoint saver for LangGraph.js: `graph.compile({ checkpointer: await openSaver() })`. */
export async function openSaver(options: SaverOptions = {}): Promise<OpenSaver> {
  const { cwd = process.cwd(), retention = "pinned", immutable = false, redact = false } = options;
  const store = options.store ?? (await openStoreFor(options));
  const redactor = createRedactor();
  const workspace = createWorkspace(redactor);
  const ids = { workspace, newId: idsFrom((size) => randomBytes(size)), store };
  const { projectId, worktree } = await locateDirectory(ids, cwd, systemClock());
  const location = { projectId, worktree };
  const settings = { retention, immutable, redactor: redact ? redactor : undefined };
  const saver = new HoldfastSaver({ store, clock: systemClock, ...location, ...settings });
  const close = async () => {
    if (!options.store) await store.close();
  };
  return Object.assign(saver, { close });
}

async function openStoreFor({ file, url, schema }: SaverOptions): Promise<Store> {
  const path = file ?? pathsFrom(process.env, homedir()).database;
  const server = file === undefined ? (url ?? process.env["HOLDFAST_DATABASE_URL"]) : url;
  if (server === undefined) return await openStore({ file: path, childKeys });
  return await openStore({ file: path, childKeys, url: server, ...(schema === undefined ? {} : { schema }) });
}
