import { stat } from "node:fs/promises";
import type { Context } from "../../../kernel/context.ts";

/**
 * Changes whenever the store has changed, whichever process has written to it. With SQLite it costs two calls of the
 * file system; a server is asked for its newest records.
 */
export async function storeRevision({
  config,
  paths,
  store,
}: Pick<Context, "config" | "paths" | "store">): Promise<string> {
  if (config.store.url === undefined)
    return (await Promise.all([paths.database, `${paths.database}-wal`].map(version))).join("-");
  const [sessions, checkpoints] = await Promise.all([
    store.listSessions({ limit: 1 }),
    store.listCheckpoints({ limit: 1 }),
  ]);
  return `${sessions[0]?.id}-${sessions[0]?.lastSeenAt}-${checkpoints[0]?.id}`;
}

async function version(path: string): Promise<string> {
  try {
    const { mtimeMs, size } = await stat(path);
    return `${Math.round(mtimeMs * 1_000).toString(36)}.${size.toString(36)}`;
  } catch {
    // There is no file of recent writes after a clean end of all other processes.
    return "none";
  }
}
