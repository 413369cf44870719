import { join } from "node:path";
import type { ConnectChange, ConnectPaths, ConnectPlan } from "../../kernel/agent/agent.ts";
import { installFiles, uninstallFiles } from "../files/owned-files.ts";
import { configDirectory } from "./environment.ts";
import { EXTENSION_FILE, extensionFiles, SERVER_FILE } from "./extension-files.ts";

export async function plan(paths: ConnectPaths): Promise<ConnectPlan> {
  const configDir = configDirectory(paths);
  return {
    configDir,
    changes: [
      { path: join(configDir, EXTENSION_FILE), what: "an extension; your settings do not change" },
      {
        path: join(configDir, SERVER_FILE),
        what: "the MCP server; `mcp.json` with your own servers does not change",
      },
      { path: join(configDir, "skills", "checkpoint"), what: "the checkpoint skill" },
    ],
  };
}

export function connect(paths: ConnectPaths): Promise<ConnectChange[]> {
  return installFiles(extensionFiles(paths));
}

export function disconnect(paths: ConnectPaths): Promise<ConnectChange[]> {
  return uninstallFiles(extensionFiles(paths));
}
