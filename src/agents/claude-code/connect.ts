import type { ConnectChange, ConnectPlace } from "../../kernel/agent.ts";
import { HoldfastError } from "../../kernel/errors.ts";
import { installFolder, type OwnFolder, removeFolder } from "../own-folder.ts";
import { pluginFolder } from "./plugin-files.ts";

/** Installs or repairs the plugin folder. */
export function connect(place: ConnectPlace): Promise<ConnectChange[]> {
  return onFolder(place, installFolder);
}

/** Leaves the client's folder as it was before `connect`, apart from what others put there since. */
export function disconnect(place: ConnectPlace): Promise<ConnectChange[]> {
  return onFolder(place, removeFolder);
}

async function onFolder(
  place: ConnectPlace,
  work: (folder: OwnFolder) => Promise<ConnectChange[]>,
): Promise<ConnectChange[]> {
  const folder = pluginFolder(place);
  try {
    return await work(folder);
  } catch (error) {
    if (error instanceof HoldfastError) throw error;
    const reason = error instanceof Error ? error.message : "unknown failure";
    throw new HoldfastError("internal", `cannot change ${folder.root}: ${reason}`, { cause: error });
  }
}
