import type { ConnectChange, ConnectPlace } from "../../kernel/agent.ts";
import { connectFolder, disconnectFolder } from "../connect-folder.ts";
import { pluginFolder } from "./plugin-files.ts";

export function connect(place: ConnectPlace): Promise<ConnectChange[]> {
  return connectFolder(pluginFolder(place));
}

export function disconnect(place: ConnectPlace): Promise<ConnectChange[]> {
  return disconnectFolder(pluginFolder(place));
}
