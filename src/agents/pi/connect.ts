import type { ConnectChange, ConnectPlace, ConnectPlan } from "../../kernel/agent/agent.ts";
import { installFolder, removeFolder } from "../files/own-folder.ts";
import { configFolder, extensionFolder } from "./extension-files.ts";

export async function plan(place: ConnectPlace): Promise<ConnectPlan> {
  const what = "an extension, with the checkpoint skill and the MCP server; your settings stay as they are";
  return { configDir: configFolder(place), changes: [{ path: extensionFolder(place).root, what }] };
}

export function connect(place: ConnectPlace): Promise<ConnectChange[]> {
  return installFolder(extensionFolder(place));
}

export function disconnect(place: ConnectPlace): Promise<ConnectChange[]> {
  return removeFolder(extensionFolder(place));
}
