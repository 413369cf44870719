import type { ConnectChange, ConnectPlace } from "../../kernel/agent.ts";
import { connectFolder, disconnectFolder } from "../connect-folder.ts";
import { extensionFolder } from "./extension-files.ts";

export function connect(place: ConnectPlace): Promise<ConnectChange[]> {
  return connectFolder(extensionFolder(place));
}

export function disconnect(place: ConnectPlace): Promise<ConnectChange[]> {
  return disconnectFolder(extensionFolder(place));
}
