import { join } from "node:path";
import type { ConnectChange, ConnectPaths, ConnectPlan } from "../../kernel/agent/agent.ts";
import { installFiles, uninstallFiles } from "../files/owned-files.ts";
import { configDirectory } from "./environment.ts";
import { databaseFile, pluginFiles } from "./plugin-files.ts";

export async function plan(paths: ConnectPaths): Promise<ConnectPlan> {
  const configDir = configDirectory(paths);
  return {
    configDir,
    dataDir: databaseFile(paths),
    changes: [
      {
        path: join(configDir, "plugins", "holdfast.js"),
        what: "a plugin, with the MCP server; your settings do not change",
      },
      { path: join(configDir, "skills", "checkpoint"), what: "the checkpoint skill" },
    ],
  };
}

export function connect(paths: ConnectPaths): Promise<ConnectChange[]> {
  return installFiles(pluginFiles(paths));
}

export function disconnect(paths: ConnectPaths): Promise<ConnectChange[]> {
  return uninstallFiles(pluginFiles(paths));
}
