import { join } from "node:path";
import type { ConnectChange, ConnectPlace, ConnectPlan } from "../../kernel/agent/agent.ts";
import { installFolder, removeFolder } from "../files/own-folder.ts";
import { configFolder, EXTENSION_FILE, extensionFolder, SERVER_FILE } from "./extension-files.ts";

export async function plan(place: ConnectPlace): Promise<ConnectPlan> {
  const configDir = configFolder(place);
  return {
    configDir,
    changes: [
      { path: join(configDir, EXTENSION_FILE), what: "an extension; your settings stay as they are" },
      { path: join(configDir, SERVER_FILE), what: "the MCP server; `mcp.json` with yours stays as it is" },
      { path: join(configDir, "skills", "checkpoint"), what: "the checkpoint skill" },
    ],
  };
}

export function connect(place: ConnectPlace): Promise<ConnectChange[]> {
  return installFolder(extensionFolder(place));
}

export function disconnect(place: ConnectPlace): Promise<ConnectChange[]> {
  return removeFolder(extensionFolder(place));
}
