import type { ConnectChange, ConnectPaths, ConnectPlan } from "../../kernel/agent/agent.ts";
import { installFiles, uninstallFiles } from "../files/owned-files.ts";
import { configDirectory } from "./environment.ts";
import { extensionFiles } from "./extension-files.ts";

export async function plan(paths: ConnectPaths): Promise<ConnectPlan> {
  const what = "an extension, with the checkpoint skill and the MCP server; your settings do not change";
  return { configDir: configDirectory(paths), changes: [{ path: extensionFiles(paths).root, what }] };
}

export function connect(paths: ConnectPaths): Promise<ConnectChange[]> {
  return installFiles(extensionFiles(paths));
}

export function disconnect(paths: ConnectPaths): Promise<ConnectChange[]> {
  return uninstallFiles(extensionFiles(paths));
}
