import type { ConnectChange } from "../kernel/agent.ts";
import { HoldfastError } from "../kernel/errors.ts";
import { installFolder, type OwnFolder, removeFolder } from "./own-folder.ts";

/** Installs or repairs a folder of ours in a client's configuration. */
export function connectFolder(folder: OwnFolder): Promise<ConnectChange[]> {
  return withReason(folder, installFolder);
}

/** Leaves the client's folder as it was before, apart from what others put there since. */
export function disconnectFolder(folder: OwnFolder): Promise<ConnectChange[]> {
  return withReason(folder, removeFolder);
}

async function withReason(
  folder: OwnFolder,
  work: (folder: OwnFolder) => Promise<ConnectChange[]>,
): Promise<ConnectChange[]> {
  try {
    return await work(folder);
  } catch (error) {
    if (error instanceof HoldfastError) throw error;
    const reason = error instanceof Error ? error.message : "unknown failure";
    throw new HoldfastError("conflict", `${folder.root} cannot be changed: ${reason}.`, {
      cause: error,
      next: "Make it writable, then connect again.",
    });
  }
}
