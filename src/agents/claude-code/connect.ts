import type { ConnectChange, ConnectPlace, ConnectPlan } from "../../kernel/agent/agent.ts";
import { installFolder, removeFolder } from "../files/own-folder.ts";
import { configFolder, pluginFolder } from "./plugin-files.ts";

export async function plan(place: ConnectPlace): Promise<ConnectPlan> {
  const permission = place.permitsDigest ? ", permission to call session_digest without asking" : "";
  const what = `a plugin: hooks, the checkpoint skill and the MCP server${permission}; your settings stay as they are`;
  return { configDir: configFolder(place), changes: [{ path: pluginFolder(place).root, what }] };
}

export function connect(place: ConnectPlace): Promise<ConnectChange[]> {
  return installFolder(pluginFolder(place));
}

export function disconnect(place: ConnectPlace): Promise<ConnectChange[]> {
  return removeFolder(pluginFolder(place));
}
