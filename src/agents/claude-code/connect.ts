import type { ConnectChange, ConnectPaths, ConnectPlan } from "../../kernel/agent/agent.ts";
import { installFiles, uninstallFiles } from "../files/owned-files.ts";
import { configDirectory } from "./environment.ts";
import { pluginFiles } from "./plugin-files.ts";

export async function plan(paths: ConnectPaths): Promise<ConnectPlan> {
  const permission = paths.permitsDigest ? ", permission to call session_digest without asking" : "";
  const what = `a plugin: hooks, the checkpoint skill and the MCP server${permission}; your settings do not change`;
  return { configDir: configDirectory(paths), changes: [{ path: pluginFiles(paths).root, what }] };
}

export function connect(paths: ConnectPaths): Promise<ConnectChange[]> {
  return installFiles(pluginFiles(paths));
}

export function disconnect(paths: ConnectPaths): Promise<ConnectChange[]> {
  return uninstallFiles(pluginFiles(paths));
}
