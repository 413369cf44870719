import { join } from "node:path";
import type { ConnectChange, ConnectPlace, ConnectPlan } from "../../kernel/agent/agent.ts";
import { installFolder, removeFolder } from "../files/own-folder.ts";
import { configFolder, databaseFile, pluginFolder } from "./plugin-files.ts";

export async function plan(place: ConnectPlace): Promise<ConnectPlan> {
  const configDir = configFolder(place);
  return {
    configDir,
    dataDir: databaseFile(place),
    changes: [
      {
        path: join(configDir, "plugins", "holdfast.js"),
        what: "a plugin, with the MCP server; your settings stay as they are",
      },
      { path: join(configDir, "skills", "checkpoint"), what: "the checkpoint skill" },
    ],
  };
}

export function connect(place: ConnectPlace): Promise<ConnectChange[]> {
  return installFolder(pluginFolder(place));
}

export function disconnect(place: ConnectPlace): Promise<ConnectChange[]> {
  return removeFolder(pluginFolder(place));
}
