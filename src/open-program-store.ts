import { homedir } from "node:os";
import { childKeys } from "./checkpoints/state/node/read-node.ts";
import { pathsFrom } from "./kernel/paths.ts";
import type { Store } from "./kernel/storage/store.ts";
import { readConfig } from "./read-config.ts";
import { openSharedStore } from "./store/open-shared-store.ts";

export interface StoreChoice {
  /** A SQLite file (default: the user's Holdfast database, which the command line shows). */
  file?: string;
  /** A `postgres://…` URL of a server to use instead of a file. */
  url?: string;
  /** PostgreSQL schema (default: holdfast). */
  schema?: string;
}

/** Opens the store of a program: a server, a file, or what the environment and the settings name. */
export async function openProgramStore({ file, url, schema }: StoreChoice): Promise<Store> {
  const paths = pathsFrom(process.env, homedir());
  if (file !== undefined && url === undefined) return await openSharedStore({ file, childKeys });
  const { store } = readConfig(paths);
  const server = url ?? process.env["HOLDFAST_DATABASE_URL"] ?? store.url;
  const own = { file: paths.database, childKeys };
  if (server === undefined) return await openSharedStore(own);
  return await openSharedStore({ ...own, url: server, schema: schema ?? store.schema });
}
