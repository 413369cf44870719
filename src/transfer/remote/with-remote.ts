import { join } from "node:path";
import { withExclusiveLock } from "../../files/with-exclusive-lock.ts";
import type { Context } from "../../kernel/context.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import type { Remote } from "../../kernel/ports/remotes.ts";
import { machineId } from "../../sessions/machine-id.ts";
import { type ProjectRemote, remoteDirectory } from "./project-remote.ts";
import { readSyncState, type SyncState, writeSyncState } from "./sync-state.ts";

const WAIT_MS = 10_000;

/** A remote that is open, with what this machine knows of it. */
export interface OpenRemote {
  link: Remote;
  settings: ProjectRemote;
  machine: string;
  state: SyncState;
  /** Keeps what was done so far, so that it need not be repeated. */
  save(state: SyncState): void;
}

/** Opens a remote while no other process of this machine pushes or pulls the project. */
export async function withRemote<T>(
  ctx: Context,
  settings: ProjectRemote,
  work: (remote: OpenRemote) => Promise<T>,
): Promise<T> {
  const directory = remoteDirectory(ctx, settings.projectRoot);
  let isOurs = false;
  const run = async () => {
    isOurs = true;
    const link = await ctx.remotes.open(settings.url);
    try {
      const state = readSyncState(directory);
      const save = (next: SyncState) => writeSyncState(directory, next);
      return await work({ link, settings, machine: machineId(ctx), state, save });
    } finally {
      link.close();
    }
  };
  try {
    return await withExclusiveLock(join(directory, "lock"), WAIT_MS, run);
  } catch (error) {
    if (isOurs || !(error instanceof HoldfastError) || error.code !== "store_busy") throw error;
    throw new HoldfastError("store_busy", "Another process is pushing or pulling this project.", {
      cause: error,
      next: "Wait until it has ended, and try again.",
    });
  }
}
